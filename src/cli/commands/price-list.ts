import type { FileHandle } from "node:fs/promises";
import { codesInScope, type ListScope, pricedList } from "../../answers/price-list/list.ts";
import type { PriceList } from "../../answers/price-list/schema.ts";
import { priceList } from "../../answers/price-list.ts";
import { replaceFileLater, writeAlone } from "../../core/files/replace-file.ts";
import { AS_MUCH_AS_FITS, refuseOverwriting, refuseReplacing } from "../../core/files/writing.ts";
import { Refusal } from "../../core/text/refusal.ts";
import { writeWorkbook } from "../../core/workbook/workbook-file.ts";
import { templateCsv, templateJson } from "../../price-list/template-files.ts";
import { listSheets } from "../../price-list/workbook.ts";
import { monthsOrNever } from "../../serve/operations/setting.ts";
import { todayIn } from "../../serve/operations/today.ts";
import { states } from "../../states/index.ts";
import { type ExitCode, notify, printPieces, refusedOption, wrongUsage } from "../command-io.ts";
import { openState, readParameters, reportFaults, stateNamed } from "../lookup-arguments.ts";
import type { ListFormat } from "../price-list-commands.ts";
import { stateCommand } from "./answer.ts";

interface PriceListOptions {
  readonly release: string;
  readonly timeZone: string | null;
  readonly staleAfter: number;
  readonly json: boolean;
  readonly npi: string | null;
  readonly on: string | null;
  readonly format: ListFormat | null;
  readonly out: string | null;
  readonly force: boolean;
  readonly factor: readonly string[];
  readonly with: readonly string[];
}

/** `ratebook price-list ca --npi N`: a page of the list in words or JSON, or the whole list as a file. */
export async function listPrices(
  stateCode: string,
  parameters: readonly string[],
  options: PriceListOptions,
): Promise<ExitCode> {
  const { out } = options;
  refuseCommas(options.factor);
  const format = options.format ?? formatOfName(out);
  const sent = [...parameters, ...optionParameters(options)];
  if (format === null) return await printPage(stateCode, sent, options);
  if (parameters.some((each) => PAGE_PARAMETER.test(each))) {
    throw wrongUsage(
      "limit= and offset= are of a printed page, and a file has all codes: leave them out, or narrow the list with setting= or text=.",
    );
  }
  if (options.json) throw wrongUsage("--json prints a page of the list: leave out --format and --out.");
  if (format === "xlsx" && out === null) throw wrongUsage("A workbook is written to a file: name it with --out.");
  const state = stateNamed(stateCode, states);
  const today = todayIn(options.timeZone)();
  const read = priceList.reading(state).read(readParameters(sent), { today });
  if (!read.ok) {
    reportFaults(read.faults);
    return 1;
  }
  if (out !== null) {
    const outputs = [{ path: out, option: "--out" }];
    refuseOverwriting(outputs, [{ path: options.release, what: "the release" }]);
    refuseReplacing(outputs, options.force);
  }
  const { release, source } = openState(options.release, state);
  try {
    const subject = {
      release,
      source,
      states: [state.code],
      staleAfterMonths: monthsOrNever(options.staleAfter),
      admits: async () => true,
    };
    const scope = read.request as ListScope;
    const inScope = await codesInScope(scope, subject);
    const { value } = await pricedList(scope, inScope, { offset: 0, limit: Number.MAX_SAFE_INTEGER }, subject);
    if (value.provider === null) {
      notify(
        `error: No provider of ${state.name} has the NPI ${scope.npi}. "ratebook search" finds providers by name.`,
      );
      return 1;
    }
    if (value.lines.length === 0) {
      reportEmpty(value, scope);
      return 1;
    }
    await write(value, format, { out, force: options.force }, today);
    reportOn(value);
    return 0;
  } finally {
    release.close();
  }
}

/** The answer reads plans with commas between them, so that a comma in a name would end it. */
function refuseCommas(factors: readonly string[]): void {
  const refused = factors.find((each) => each.includes(","));
  if (refused === undefined) return;
  const expected = "one plan with a name without commas, such as Plan A=1.05; repeat --factor for several plans";
  throw refusedOption("--factor", refused, new Refusal(expected));
}

const PAGE_PARAMETER = /^\s*(?:limit|offset)\s*=/i;

/** Prints a page. An unknown provider is an answer over HTTP; a script has to notice it, as it does when a file is not written. */
async function printPage(stateCode: string, sent: readonly string[], options: PriceListOptions): Promise<ExitCode> {
  const code = await stateCommand(priceList.name)(stateCode, sent, options);
  if (code !== 0) return code;
  const state = stateNamed(stateCode, states);
  const read = priceList.reading(state).read(readParameters(sent), { today: todayIn(options.timeZone)() });
  if (!read.ok) return 1;
  const { npi } = read.request as ListScope;
  const { release, source } = openState(options.release, state);
  try {
    return source.directory.find({ npi }, null).length === 0 ? 1 : 0;
  } finally {
    release.close();
  }
}

/** Options that are parameters of the answer. */
function optionParameters({ npi, on, factor, with: sent }: PriceListOptions): readonly string[] {
  return [
    ...(npi === null ? [] : [`npi=${npi}`]),
    ...(on === null ? [] : [`on=${on}`]),
    ...(factor.length === 0 ? [] : [`factors=${factor.join(",")}`]),
    ...(sent.length === 0 ? [] : [`with=${sent.join(",")}`]),
  ];
}

const ENDINGS: Readonly<Record<string, ListFormat>> = { csv: "mrf-csv", json: "mrf-json", xlsx: "xlsx" };

/** What the name of the file says; null without a file. */
function formatOfName(out: string | null): ListFormat | null {
  if (out === null) return null;
  const format = ENDINGS[out.toLowerCase().split(".").at(-1) ?? ""];
  if (format !== undefined) return format;
  throw wrongUsage("The name of the file names no format: end it in .csv, .json or .xlsx, or add --format.");
}

async function write(
  list: PriceList,
  format: ListFormat,
  { out, force }: Pick<PriceListOptions, "out" | "force">,
  madeOn: string,
): Promise<void> {
  const written = { list, madeOn };
  const words = stateNamed(list.state, states).valueWords;
  const newBy = force ? null : "--out";
  if (format === "xlsx" && out !== null) {
    const sheets = listSheets(written, words);
    return await writeAlone(out, "price-list", (file) => writeWorkbook(file, sheets, AS_MUCH_AS_FITS, newBy));
  }
  const pieces = format === "mrf-json" ? templateJson(written, words) : templateCsv(written, words);
  if (out === null) return printPieces(pieces);
  const fill = async (file: FileHandle) => {
    for (const batch of batches(pieces)) await file.write(batch);
  };
  await writeAlone(out, "price-list", (target) => replaceFileLater(target, fill, { newBy }));
}

/** A write per line would take longer than the pricing. */
const BATCH_CHARACTERS = 256 * 1024;

function* batches(pieces: Iterable<string>): Generator<string> {
  let batch = "";
  for (const piece of pieces) {
    batch += piece;
    if (batch.length < BATCH_CHARACTERS) continue;
    yield batch;
    batch = "";
  }
  if (batch !== "") yield batch;
}

function reportOn({ provider, lines, total_codes, not_listed, warnings }: PriceList): void {
  const counts = Object.entries(Object.groupBy(lines, ({ kind }) => kind)).map(
    ([kind, those]) => `${those.length} ${KINDS[kind] ?? kind}`,
  );
  notify(`${provider?.name}: ${lines.length} lines for ${total_codes} codes of the state (${counts.join(", ")}).`);
  for (const { codes, example } of not_listed) notify(`${codes} codes without a line, such as: ${example}`);
  for (const warning of warnings) notify(`note: ${warning}`);
}

/** A file without a line would look like a hospital that is paid nothing. */
function reportEmpty({ provider, date, total_codes, not_listed, warnings }: PriceList, { text }: ListScope): void {
  const why =
    total_codes === 0
      ? `The state lists no code${text === null ? "" : ` for text=${text}`}.`
      : `None of ${total_codes} codes has a rate at ${provider?.name} on ${date}. Name another day with --on.`;
  notify(`error: The list is empty, and nothing is written. ${why}`);
  for (const { codes, example } of not_listed) notify(`${codes} codes without a line, such as: ${example}`);
  for (const warning of warnings) notify(`note: ${warning}`);
}

const KINDS: Readonly<Record<string, string>> = {
  amount: "in dollars",
  percent_of_charges: "as a percentage of charges",
  by_report: "by report",
  incomplete: "that need more than a list can know",
};
