import type { Layer } from "./layers.ts";

/** What each module holds, as a table of a page. */
export function moduleTable(layers: readonly Layer[]): string {
  const rows = layers.flatMap(({ title, modules }) =>
    modules.map(({ name, holds }, place) => `| ${place === 0 ? title : ""} | \`src/${name}\` | ${holds} |`),
  );
  return ["| Layer | Module | What it holds |", "|---|---|---|", ...rows].join("\n");
}
