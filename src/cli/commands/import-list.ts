import { quoted } from "../../core/text/refusal.ts";
import { COMMON, commonTables } from "../../dataset/common-tables.ts";
import { MEDICARE, medicareTables } from "../../dataset/medicare-tables.ts";
import { FEDERAL, importedAs, type Published, published, TIDY_FORM } from "../../dataset/published.ts";
import { type Table, titleOf } from "../../dataset/table.ts";
import { states } from "../../states/index.ts";
import { type ExitCode, print, printJson, wrongUsage } from "../command-io.ts";

/** The tables that a list can be requested of: those of a state, of all states (federal), or of Medicare. */
const TABLES: ReadonlyMap<string, readonly Table[]> = new Map([
  ...states.map(({ code, tables }) => [code, tables] as const),
  [FEDERAL, commonTables],
  [MEDICARE, medicareTables],
]);

/** Lists the publications of a state, of the federal agencies, of Medicare, or all: the tables they bring, and where to get them. */
export function listPublished(code: string | undefined, json: boolean): ExitCode {
  const groups = [...TABLES.keys()];
  const wanted = code?.toLowerCase();
  if (wanted !== undefined && !groups.includes(wanted)) {
    throw wrongUsage(`There is no list of ${quoted(code ?? "")}; expected one of ${groups.join(", ")}.`);
  }
  const tables = [...TABLES].flatMap(([group, own]) => (wanted === undefined || wanted === group ? own : []));
  const shown = published.filter(({ group, ...each }) => {
    if (wanted === undefined || group === wanted) return true;
    const folders = wanted === MEDICARE ? [MEDICARE] : [wanted, COMMON];
    return group === FEDERAL && [...each.tables, ...each.fills].some((title) => folders.includes(folderOf(title)));
  });
  if (json) {
    printJson(
      shown.map((each) => {
        const { title, publisher, published: where, page, form, tables: brought, fills } = each;
        return {
          imported_as: importedAs(each),
          title,
          publisher,
          published: where,
          page,
          form,
          tables: brought,
          fills,
        };
      }),
    );
    return 0;
  }
  for (const each of shown) print(publishedText(each));
  const brought = published.flatMap((each) => each.tables);
  const others = [...new Set(tables)].map(titleOf).filter((title) => !brought.includes(title));
  if (others.length > 0) print(`No publication is known of ${others.join(", ")}.`);
  print(`Every table takes ${TIDY_FORM}: "ratebook import STATE/TABLE FILE".`);
  return 0;
}

function folderOf(title: string): string {
  return title.slice(0, title.indexOf("/"));
}

function publishedText(each: Published): string {
  const { title, publisher, published: where, page, form, tables, fills, name } = each;
  const brings = name === null || tables.length === 0 ? [] : [`brings ${tables.join(", ")}`];
  const filling = fills.length === 0 ? [] : [`fills empty cells of ${fills.join(", ")}`];
  return [
    `${importedAs(each).join(", ")}: ${title}`,
    ...[...brings, ...filling, `${publisher}; ${where}`, page ?? "a list that you write yourself", form].map(
      (line) => `    ${line}`,
    ),
  ].join("\n");
}
