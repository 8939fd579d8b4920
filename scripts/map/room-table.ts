import type { Floor } from "./floors.ts";

/** What each room holds, as a table of a page. */
export function roomTable(floors: readonly Floor[]): string {
  const rows = floors.flatMap(({ title, rooms }) =>
    rooms.map(({ name, holds }, place) => `| ${place === 0 ? title : ""} | \`src/${name}\` | ${holds} |`),
  );
  return ["| Floor | Room | What it holds |", "|---|---|---|", ...rows].join("\n");
}
