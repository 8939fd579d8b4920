import {
  array,
  integer,
  named,
  nullableString,
  object,
  choice as oneOf,
  string,
  type ValueOf,
} from "../core/schema/schema.ts";
import { choice, required, searchLimit, text } from "../pricing/request/kinds.ts";
import { requestReader } from "../pricing/request/read.ts";
import { CODES_PATH } from "../pricing/state/api-paths.ts";
import type { State } from "../pricing/state/state.ts";
import { answerKind } from "./answer.ts";
import { type ListedCode, listedCodes, matchingCodes } from "./codes/listed.ts";
import { csvColumn, csvTable, memberColumns, terminalTable } from "./csv-table.ts";

const codeSchema = object("Listed code", {
  setting: oneOf(["outpatient", "inpatient"], "The lookup that takes it."),
  code: string("The code, as lookups take it."),
  description: nullableString(
    "Its description: HCPCS Level II and APR-DRG codes only. CPT descriptions are licensed, and none is shown.",
  ),
});

const codesSchema = named(
  "ListedCodes",
  object("Listed codes", {
    codes: array(codeSchema, "Codes that begin with the text, then those with all its words in their description."),
    total_results: integer("How many match, returned or not."),
    limit_applied: integer("The limit that was applied."),
    exact: nullableString("The code that the text is, without regard to case and hyphens: 560-1 for 5601; null: none."),
  }),
);

type Code = ValueOf<typeof codeSchema>;
export type CodesAnswer = ValueOf<typeof codesSchema>;

const COLUMNS = memberColumns((code: Code) => code, ["setting", "code", "description"]);

/** Codes of a state from the beginning of a number or from words of their descriptions. */
export const codes = answerKind({
  about: "state",
  name: "codes",
  path: CODES_PATH,
  noun: "codes",
  summary: "Codes from a typed text",
  description: () =>
    "For a search box: the codes in the loaded tables of a state that begin with a number, or whose descriptions have some words. A code may be listed for other days than today.",
  examples: () => [{ title: "Deliveries", query: { setting: "inpatient", text: "delivery", limit: "3" } }],
  command: {
    description: "list the codes of a state by the beginning of a number, or by words of their descriptions",
    parameters: "text=..., setting=..., limit=...",
    example: "ratebook codes ca --release rates.db setting=inpatient text=delivery",
  },
  rows: "One row for each code.",
  parameters: (state) => {
    const parameters = codesParameters(state);
    return { parameters, read: requestReader(parameters).fromQuery };
  },
  schema: () => codesSchema,
  answer: async ({ text: typed, setting, limit }, { source, release }) => {
    const lookups = source.state.lookups.filter((lookup) => setting === null || lookup.setting === setting);
    const listed: ListedCode[] = [];
    for (const lookup of lookups) {
      const codes = await listedCodes(source, lookup, release);
      listed.push(...codes.filter(({ group }) => group === null));
    }
    const { first, total, exact } = await matchingCodes(listed, typed, limit);
    const value = {
      codes: first.map(({ setting: of, code, description }): Code => ({ setting: of, code, description })),
      total_results: total,
      limit_applied: limit,
      exact: exact?.code ?? null,
    };
    return { value, lookups: 0, results: [] };
  },
  table: ({ value }) =>
    csvTable<Code>(
      [
        ...COLUMNS,
        csvColumn("total_results", () => value.total_results),
        csvColumn("limit_applied", () => value.limit_applied),
      ],
      value.codes,
    ),
  text: ({ value: { codes: found, total_results } }) => ({
    text: terminalTable(COLUMNS, found),
    remarks: [`${total_results} found, ${found.length} shown.`],
  }),
});

function codesParameters({ lookups }: State) {
  return {
    setting: choice(
      lookups.map(({ setting }) => setting),
      { description: "The codes of one setting; of all when absent." },
    ),
    text: required(text({ description: "The beginning of a code, or words of a description.", example: "delivery" })),
    limit: { ...searchLimit, description: searchLimit.description.replace("providers", "codes") },
  };
}
