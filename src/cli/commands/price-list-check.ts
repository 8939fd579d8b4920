import { csvInSlices } from "../../answers/csv-table.ts";
import type { ListScope } from "../../answers/price-list/list.ts";
import { priceList } from "../../answers/price-list.ts";
import { type Day, parseDay } from "../../core/calendar/day.ts";
import { replaceFile, writeAlone } from "../../core/files/replace-file.ts";
import { refuseOverwriting, refuseReplacing } from "../../core/files/writing.ts";
import { failure } from "../../core/runtime/failure.ts";
import { quoted, Refusal } from "../../core/text/refusal.ts";
import { PriceCheck } from "../../price-list/check.ts";
import { checkedTable, counted, reportLines, totalsOf } from "../../price-list/check-report.ts";
import type { CheckedCharge } from "../../price-list/checked-charge.ts";
import type { FileFacts, PublishedCharge, PublishedFile } from "../../price-list/published/charge.ts";
import { openPublished } from "../../price-list/published/read.ts";
import { programName, type State } from "../../pricing/state/state.ts";
import type { Release, StateInRelease } from "../../release/release.ts";
import { monthsOrNever } from "../../serve/operations/setting.ts";
import { todayIn } from "../../serve/operations/today.ts";
import { states } from "../../states/index.ts";
import { type ExitCode, notify, print, printJson, refusedOption, wrongUsage } from "../command-io.ts";
import { openState, readParameters, reportFaults, stateNamed } from "../lookup-arguments.ts";
import { readDay } from "../options.ts";

interface CheckOptions {
  readonly release: string;
  readonly state: string | null;
  readonly npi: string | null;
  readonly on: string | null;
  readonly format: string | null;
  readonly factor: readonly string[];
  readonly payer: string | null;
  readonly column: readonly string[];
  readonly with: readonly string[];
  readonly out: string | null;
  readonly force: boolean;
  readonly limit: number;
  readonly timeZone: string | null;
  readonly staleAfter: number;
  readonly json: boolean;
}

/** `ratebook price-list check FILE`: what a hospital publishes as its Medicaid prices, beside what the state pays. */
export async function checkPrices(file: string, options: CheckOptions): Promise<ExitCode> {
  if (options.format !== null || options.factor.length > 0) {
    throw wrongUsage("--format and --factor are for a list that is written, not for a check. Leave them out.");
  }
  const requested = dayOf(options);
  if (options.out !== null) {
    const outputs = [{ path: options.out, option: "--out" }];
    refuseOverwriting(outputs, [
      { path: file, what: "the file to check" },
      { path: options.release, what: "the release" },
    ]);
    refuseReplacing(outputs, options.force);
  }
  const published = await openPublished(file, options.column);
  const { facts } = published;
  const state = stateNamed(stateOf(facts, options), states);
  const { release, source } = openState(options.release, state);
  try {
    const npi = npiOf(facts, options, source);
    const on = requested ?? pricedOn(facts) ?? updatedOn(facts) ?? todayOf(options);
    const sent = options.with.length === 0 ? [] : [`with=${options.with.join(",")}`];
    const fields = readParameters([`npi=${npi}`, `on=${on}`, ...sent]);
    const read = priceList.reading(state).read(fields, { today: todayIn(options.timeZone)() });
    if (!read.ok) {
      reportFaults(read.faults);
      return 1;
    }
    const checked = await check(published, options, read.request as ListScope, source, release);
    const isEmpty = checked.length === 0;
    if (options.out !== null && !isEmpty) await writeChecked(options.out, options.force, checked);
    const about = { file, form: facts.form, hospital: facts.hospital, state: state.code, npi, date: on };
    if (options.json)
      printJson({ ...about, lines: checked.length, verdicts: counted(checked), plans: totalsOf(checked) });
    else if (!isEmpty) {
      notify(`${facts.hospital ?? file} (${facts.form}): NPI ${npi}, ${programName(state)} on ${on}.`);
      const isTable = facts.form === "table";
      const terms = { heading: headingOf(options, isTable), isTable, largestMax: options.limit };
      for (const line of reportLines(checked, terms)) print(line);
    }
    // A table of zeros would look like a file without differences.
    return isEmpty ? 1 : 0;
  } finally {
    release.close();
  }
}

/** Which lines were checked, in words that follow their number. */
function headingOf({ payer }: CheckOptions, isTable: boolean): string {
  if (isTable) return "prices of a table without payers, each column held against the state's price at this NPI";
  return payer === null ? "Medicaid lines" : `lines of payers and plans with ${quoted(payer)} in their name`;
}

async function check(
  published: PublishedFile,
  { payer, staleAfter }: CheckOptions,
  scope: ListScope,
  source: StateInRelease,
  release: Release,
): Promise<readonly CheckedCharge[]> {
  const { state } = source;
  const admits = async () => true;
  const subject = { release, source, states: [state.code], staleAfterMonths: monthsOrNever(staleAfter), admits };
  const prices = await PriceCheck.open(scope, subject);
  const takesAll = payer === null && published.facts.form === "table";
  const isMeant = takesAll ? () => true : namedBy(payer, state);
  let others = 0;
  const names = new Set<string>();
  const short = await published.read((charge) => {
    if (isMeant(charge)) return prices.add(charge);
    others += 1;
    if (names.size < NAMES_MAX) names.add([charge.payer, charge.plan].filter((name) => name !== "").join(", "));
  });
  if (others > 0) notify(`${others} lines of other payers are not checked.`);
  if (short.count > 0) {
    notify(
      `${short.count} rows end before the last column that is read, first line ${short.first}. Their missing cells count as empty, and a row without a payer is not checked.`,
    );
  }
  const checked = prices.finished();
  if (checked.length === 0) {
    const why = takesAll ? "The file has no prices to check." : nothingNamed(payer, state, [...names]);
    notify(`error: ${why}`);
  }
  for (const warning of prices.warnings(release)) notify(`note: ${warning}`);
  return checked;
}

/** Names of payers in a hint. */
const NAMES_MAX = 5;

/** What helps when no line was meant. */
function nothingNamed(payer: string | null, state: State, names: readonly string[]): string {
  const texts = payer === null ? `"Medicaid" or ${quoted(programName(state))}` : quoted(payer);
  const found = names.length === 0 ? "It names no payers." : `It has ${names.map((name) => quoted(name)).join(", ")}.`;
  return `No payer or plan of the file has ${texts} in its name. ${found} Name the one to check with --payer.`;
}

/** Whether a payer or a plan has the text in its name; without one, Medicaid or the name of the state's program. */
function namedBy(payer: string | null, state: State): (charge: PublishedCharge) => boolean {
  const texts = payer === null ? ["medicaid", programName(state).toLowerCase()] : [payer.toLowerCase()];
  return (charge) => {
    const name = `${charge.payer} ${charge.plan}`.toLowerCase();
    return texts.some((text) => name.includes(text));
  };
}

function dayOf({ on }: CheckOptions): Day | null {
  if (on === null) return null;
  const day = readDay(on);
  if (day instanceof Refusal) throw refusedOption("--on", on, day);
  return day;
}

/** The day in the notes of a file that Ratebook wrote: its prices may be of another day than its update. */
function pricedOn({ pricedOn: written }: FileFacts): Day | null {
  const day = written === null ? null : parseDay(written);
  if (day !== null) notify(`The file's notes say that Ratebook priced it on the rates of ${day}.`);
  return day;
}

/** The template allows months and days of one digit: 4/1/2026. */
const SHORT_DAY = /^([0-9]{1,2})\/([0-9]{1,2})\/([0-9]{4})$/;

/** The day of the file's last update; null where it names none. One that cannot be read must not become another day. */
function updatedOn({ updated }: FileFacts): Day | null {
  if (updated === null) return null;
  const [, month = "", date = "", year = ""] = SHORT_DAY.exec(updated) ?? [];
  const day = parseDay(year === "" ? updated : `${month.padStart(2, "0")}/${date.padStart(2, "0")}/${year}`);
  if (day !== null) return day;
  throw failure(`The day of the file's last update, ${quoted(updated)}, cannot be read: say the day with --on.`);
}

function todayOf({ timeZone }: CheckOptions): Day {
  const today = todayIn(timeZone)();
  notify(`The file does not say which day its prices are of: they are held against those of today, ${today}.`);
  return today;
}

function stateOf({ state }: FileFacts, options: CheckOptions): string {
  const code = options.state ?? state;
  if (code !== null) return code;
  throw failure("The file does not say which state the hospital is in: add --state ca, for instance.");
}

function npiOf({ npis }: FileFacts, options: CheckOptions, { directory, state }: StateInRelease): string {
  const candidates = options.npi === null ? npis : [options.npi];
  if (candidates.length === 0) throw failure("The file does not say which hospital it is of: add --npi.");
  const found = candidates.find((npi) => directory.find({ npi }, null).length > 0);
  if (found !== undefined) return found;
  throw failure(
    `No provider of ${state.name} has the NPI ${candidates.join(" or ")} in the release. Name another one with --npi.`,
  );
}

async function writeChecked(out: string, force: boolean, checked: readonly CheckedCharge[]): Promise<void> {
  const text = await csvInSlices(checkedTable(checked));
  await writeAlone(out, "price-list check", async (target) =>
    replaceFile(target, text, { newBy: force ? null : "--out" }),
  );
}
