import { plainCountText } from "../core/text/plural.ts";
import { Refusal } from "../core/text/refusal.ts";
import { snakeCase } from "../core/text/spelling.ts";
import { tableLines } from "../core/text/terminal.ts";
import { choice, day, defaulting, npi, parsed, required, text, wholeNumber } from "../pricing/request/kinds.ts";
import type { Parameter } from "../pricing/request/parameter.ts";
import { requestReader } from "../pricing/request/read.ts";
import { PRICE_LIST_PATH } from "../pricing/state/api-paths.ts";
import type { State } from "../pricing/state/state.ts";
import { type Answered, type AnswerText, answerKind, type ReadParameters, type StateSubject } from "./answer.ts";
import type { Caveats } from "./caveats.ts";
import { type CsvTable, csvColumn, csvTable, memberColumns } from "./csv-table.ts";
import { listOf } from "./parameters.ts";
import { codesInScope, type ListPage, type ListScope, pricedList } from "./price-list/list.ts";
import { priceText, sentText } from "./price-list/list-words.ts";
import { lineSchema, type PriceLine, type PriceList, priceListSchema } from "./price-list/schema.ts";

/** What a state pays one provider for every code: the lookups of all codes in one pass. */
export const priceList = answerKind({
  about: "state",
  name: "price-list",
  path: PRICE_LIST_PATH,
  noun: "price-list",
  summary: "Price list of a provider",
  description: () => "Every code that the state prices for one provider on a day, each as a single lookup.",
  counts: "one lookup for each code",
  // A full page takes about half a second of a core.
  underWayPerKeyMax: 4,
  // The page docs/price-list.md shows one: as part of the document, an answer of each state would be too long.
  examples: () => [],
  command: {
    description: "list what the state pays one provider for every code",
    parameters: "npi=..., on=..., setting=..., text=..., with=..., limit=..., offset=...",
    example: "ratebook price-list ca --release rates.db npi=1000100010 --out prices.csv",
  },
  rows: "One row for each line.",
  parameters: priceListParameters,
  schema: () => priceListSchema,
  answer: priced,
  table: ({ value }) => linesTable(value),
  text: ({ value }) => listText(value),
});

interface PriceListRequest extends ListScope, ListPage {}

const LIMIT_DEFAULT = 200;
/** Some hundred milliseconds of pricing, and half a megabyte of JSON. */
const LIMIT_MAX = 1000;
/** More codes than any state lists. */
const OFFSET_MAX = 1_000_000;

const LIST_CHARACTERS_MAX = 2000;
const SENT_MAX = 20;

function priceListParameters(state: State): ReadParameters<PriceListRequest> {
  const parameters = {
    npi: required(npi),
    on: day({ description: "The day that selects the rates; today when absent." }),
    setting: choice(
      state.lookups.map(({ setting }) => setting),
      { description: "The codes of one setting; of all when absent." },
    ),
    text: text({ description: "The beginning of a code, or words of a description; all codes when absent." }),
    with: listOf(
      sentParameter(state),
      { description: "Further parameters of the lookups, NAME=VALUE with commas between them." },
      { membersMax: SENT_MAX, charactersMax: LIST_CHARACTERS_MAX },
    ),
    limit: defaulting(
      wholeNumber({ min: 1, max: LIMIT_MAX }, { description: `Codes of a page, at most ${LIMIT_MAX}.` }),
      LIMIT_DEFAULT,
    ),
    offset: defaulting(wholeNumber({ min: 0, max: OFFSET_MAX }, { description: "Codes to skip." }), 0),
  };
  const reader = requestReader(parameters);
  return {
    parameters,
    read: (fields, defaults) => {
      const read = reader.fromQuery(fields, defaults);
      if (!read.ok) return read;
      const { with: sent, ...request } = read.request;
      return { ok: true, request: { ...request, sent: Object.fromEntries(sent ?? []) } };
    },
  };
}

/** Parameters that a list sets itself, or that would make it one of several providers. */
const OF_THE_LIST = ["npi", "billing_code", "provider_name", "reference_id"];

/** `payer_class=MMC`: a parameter of a lookup of the state, with a value that the lookup reads. */
function sentParameter({ lookups, providers }: State): Parameter<readonly [name: string, value: string]> {
  const own = [
    ...OF_THE_LIST,
    ...lookups.map(({ dayParameter }) => dayParameter),
    ...Object.keys(providers.identifiers).map(snakeCase),
  ];
  const known = new Map(
    lookups
      .flatMap(({ parameters }) => Object.entries(parameters))
      .map(([name, parameter]) => [snakeCase(name), parameter] as const)
      .filter(([name]) => !own.includes(name)),
  );
  const read = (sent: string): readonly [string, string] | Refusal => {
    const [name = "", ...rest] = sent.split("=");
    const value = rest.join("=").trim();
    const parameter = known.get(name.trim());
    if (parameter === undefined || value === "") {
      return new Refusal(`NAME=VALUE, where NAME is one of ${[...known.keys()].join(", ")}`);
    }
    const refused = parameter.fromText(value);
    return refused instanceof Refusal ? new Refusal(`${name.trim()}: ${refused.expected}`) : [name.trim(), value];
  };
  return required(parsed({ description: "A parameter of a lookup." }, read));
}

interface AnsweredList extends Answered<PriceList> {
  readonly caveats: Caveats;
}

async function priced(request: PriceListRequest, subject: StateSubject): Promise<AnsweredList | null> {
  const inScope = await codesInScope(request, subject);
  const total = inScope.reduce((sum, { codes }) => sum + codes.length, 0);
  const lookups = Math.max(1, Math.min(request.limit, total - request.offset));
  if (!(await subject.admits(lookups))) return null;
  return { ...(await pricedList(request, inScope, request, subject)), lookups, results: [] };
}

/** Every row has the provider, so that a cut list shows it. */
function linesTable({ lines, provider, state, date, next_offset }: PriceList): CsvTable {
  const members = Object.keys(lineSchema.properties).filter((name) => name !== "parameters");
  return csvTable<PriceLine>(
    [
      csvColumn("state", () => state),
      csvColumn("npi", () => provider?.npi),
      csvColumn("provider_name", () => provider?.name),
      csvColumn("date", () => date),
      ...memberColumns((line: PriceLine) => line, members as (keyof PriceLine)[]),
      csvColumn("parameters", ({ parameters }) => sentText(parameters)),
      csvColumn("next_offset", () => next_offset),
    ],
    lines,
  );
}

function listText(list: PriceList): AnswerText {
  const { provider, program, date, lines, total_codes, next_offset, warnings } = list;
  if (provider === null) return { text: "", remarks: ["No provider of the state has this NPI."] };
  const rows = lines.map((line) => [
    line.setting,
    line.code,
    [sentText(line.parameters), line.which].filter((text) => text).join(", "),
    priceText(line),
    line.per,
    line.description ?? "",
  ]);
  return {
    text: [
      `${provider.name}, NPI ${provider.npi}: ${program} on ${date}`,
      ...tableLines(["SETTING", "CODE", "WITH", "PRICE", "PER", "DESCRIPTION"], rows),
    ].join("\n"),
    remarks: [
      `${plainCountText(lines.length, "line")}. The state lists ${plainCountText(total_codes, "code")}.`,
      ...withoutLine(list),
      ...(next_offset === null ? [] : [`There is more: ask again with offset=${next_offset}.`]),
      ...warnings.map((warning) => `note: ${warning}`),
    ],
  };
}

/** How many codes have no line, with a reason. */
export function withoutLine({ not_listed }: PriceList): readonly string[] {
  return not_listed.map(({ codes, example }) => `${plainCountText(codes, "code")} without a line, such as: ${example}`);
}
