import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { ParameterTable } from "../../src/dataset/common-tables.ts";
import { states } from "../../src/states/index.ts";

/* The parameters of a state's program and their built-in values are those that its page lists. */

const METHODOLOGY = join(import.meta.dirname, "../../docs/methodology");
/** The end of a name that stands for several: `psych_comorbidity_<category>`. */
const PLACEHOLDER = /<\w+>$/;

/** The names of the page's list with their defaults, as text; null where the page says "none". */
function onPage(code: string, known: readonly string[]): Readonly<Record<string, string | null>> {
  const [, list = ""] = readFileSync(join(METHODOLOGY, `${code}.md`), "utf8").split(
    /^\| `?name`? \| default \| used in \|\n\|[-|]+\n/im,
  );
  const [rows = ""] = list.split(/^(?!\|)/m);
  const entries = rows.split("\n").flatMap((row) => {
    const [, nameCell = "", defaultCell = ""] = row.split("|");
    const names = [...nameCell.matchAll(/`([^`]+)`/g)].flatMap(([, name = ""]) =>
      PLACEHOLDER.test(name) ? known.filter((each) => each.startsWith(name.replace(PLACEHOLDER, ""))) : [name],
    );
    const defaults = defaultCell.replace(/\(.*\)/, "").match(/\d+(?:\.\d+)?|none/g) ?? [];
    return names.map((name, place) => [name, defaults[place] ?? defaults[0]] as const);
  });
  return Object.fromEntries(entries.map(([name, text]) => [name, text === "none" ? null : (text ?? "")]));
}

const programs = states.flatMap(({ code, name, tables }) =>
  tables.flatMap((table) => ("parameters" in table ? { code, name, table: table as unknown as ParameterTable } : [])),
);

it.each(programs)("$name has the parameters of its page, with the page's defaults", ({ code, table }) => {
  const parameters = Object.entries(table.parameters);
  const builtIn = Object.fromEntries(parameters.map(([name, parameter]) => [name, parameter.builtIn]));
  const names = Object.keys(builtIn);
  expect(names).not.toEqual([]);
  expect(onPage(code, names)).toEqual(builtIn);
});
