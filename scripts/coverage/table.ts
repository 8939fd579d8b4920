import { type Count, MEASURES, type Module, together } from "./by-module.ts";

/** Cut, not rounded: 100.0 % means that nothing was left out. */
function share({ total, covered }: Count): string {
  return total === 0 ? "-" : `${(Math.floor((covered * 1000) / total) / 10).toFixed(1)} %`;
}

/** One row for each module and one for all, as Markdown, so that it can be kept in a page. */
export function coverageTable(modules: readonly Module[]): string {
  const rows = [...modules, together("together", modules)].map(({ name, files, counts }) => [
    name === "together" ? name : `\`${name}\``,
    String(files),
    ...MEASURES.map((measure) => share(counts[measure])),
  ]);
  const headings = ["Module", "Files", "Lines", "Branches", "Functions"];
  const ruler = headings.map((_, place) => (place === 0 ? "---" : "---:"));
  return [headings, ruler, ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
