import { type Count, MEASURES, type Room, together } from "./by-room.ts";

/** Cut, not rounded: 100.0 % means that nothing was left out. */
function share({ total, covered }: Count): string {
  return total === 0 ? "-" : `${(Math.floor((covered * 1000) / total) / 10).toFixed(1)} %`;
}

/** One row for each room and one for all, as Markdown, so that it can be kept in a page. */
export function coverageTable(rooms: readonly Room[]): string {
  const rows = [...rooms, together("together", rooms)].map(({ name, files, counts }) => [
    name === "together" ? name : `\`${name}\``,
    String(files),
    ...MEASURES.map((measure) => share(counts[measure])),
  ]);
  const headings = ["Room", "Files", "Lines", "Branches", "Functions"];
  const ruler = headings.map((_, place) => (place === 0 ? "---" : "---:"));
  return [headings, ruler, ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
