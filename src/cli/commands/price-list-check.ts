import { csvInSlices } from "../../answers/csv-table.ts";
import type { ListScope } from "../../answers/price-list/list.ts";
import { priceList } from "../../answers/price-list.ts";
import { parseDay } from "../../core/calendar/day.ts";
import { replaceFile, writeAlone } from "../../core/files/replace-file.ts";
import { refuseOverwriting, refuseReplacing } from "../../core/files/writing.ts";
import { failure } from "../../core/runtime/failure.ts";
import { grouped } from "../../core/text/plural.ts";
import { quoted } from "../../core/text/refusal.ts";
import { checkedCharges } from "../../price-list/check.ts";
import { checkedTable, counted, reportLines, totalsOf } from "../../price-list/check-report.ts";
import type { FileFacts, PublishedCharge } from "../../price-list/published-charge.ts";
import { openPublished, type PublishedFile } from "../../price-list/published-file.ts";
import { StatePrices } from "../../price-list/state-prices.ts";
import { programName, type State } from "../../pricing/state/state.ts";
import type { StateInRelease } from "../../release/release.ts";
import { monthsOrNever } from "../../serve/operations/setting.ts";
import { todayIn } from "../../serve/operations/today.ts";
import { states } from "../../states/index.ts";
import { type ExitCode, notify, print, printJson } from "../command-io.ts";
import { openState, readParameters, reportFaults, stateNamed } from "../lookup-arguments.ts";

interface CheckOptions {
  readonly release: string;
  readonly state: string | null;
  readonly payer: string | null;
  readonly out: string | null;
  readonly force: boolean;
  readonly timeZone: string | null;
  readonly staleAfter: number;
  readonly json: boolean;
}

/** `ratebook price-list check FILE`: what a hospital publishes as its Medicaid prices, compared with what the state pays. */
export async function checkPrices(
  file: string,
  parameters: readonly string[],
  options: CheckOptions,
): Promise<ExitCode> {
  const { out, force } = options;
  if (out !== null) {
    const outputs = [{ path: out, option: "--out" }];
    refuseOverwriting(outputs, [
      { path: file, what: "the file to check" },
      { path: options.release, what: "the release" },
    ]);
    refuseReplacing(outputs, force);
  }
  const published = await openPublished(file);
  const { facts } = published;
  const code = options.state ?? facts.state;
  if (code === null)
    throw failure("The file does not say which state the hospital is in: add --state ca, for instance.");
  const state = stateNamed(code, states);
  const { release, source } = openState(options.release, state);
  try {
    const fields = readParameters(parameters);
    const npis = fields.npi === undefined ? facts.npis : [String(fields.npi)];
    const of = { npi: npiOf(npis, source), on: fields.on ?? dayOf(facts) };
    const read = priceList.reading(state).read({ ...fields, ...of }, { today: todayIn(options.timeZone)() });
    if (!read.ok) {
      reportFaults(read.faults);
      return 1;
    }
    const scope = read.request as ListScope;
    const charges = await chargesOf(published, options.payer, state);
    const staleAfterMonths = monthsOrNever(options.staleAfter);
    const subject = { release, source, states: [state.code], staleAfterMonths, admits: async () => true };
    const prices = await StatePrices.open(scope, subject);
    const checked = checkedCharges(charges, prices);
    for (const warning of prices.warnings(release)) notify(`note: ${warning}`);
    if (out !== null) {
      const text = await csvInSlices(checkedTable(checked));
      const newBy = force ? null : "--out";
      await writeAlone(out, "price-list check", async (target) => replaceFile(target, text, { newBy }));
    }
    const { form, hospital } = facts;
    const { npi, on: date } = scope;
    if (options.json) {
      const totals = { lines: checked.length, verdicts: counted(checked), plans: totalsOf(checked) };
      printJson({ file, form, hospital, state: state.code, npi, date, ...totals });
    } else {
      notify(`${hospital ?? file} (${form}): NPI ${npi}, ${programName(state)} on ${date}.`);
      for (const line of reportLines(checked)) print(line);
    }
    return 0;
  } finally {
    release.close();
  }
}

/** The first NPI that a provider of the state has. */
function npiOf(npis: readonly string[], { directory, state }: StateInRelease): string {
  const found = npis.find((npi) => directory.find({ npi }, null).length > 0);
  if (found !== undefined) return found;
  const named =
    npis.length === 0 ? "The file names no NPI" : `No provider of ${state.name} has the NPI ${npis.join(" or ")}`;
  throw failure(`${named}: add npi=..., that of the hospital.`);
}

/** The template allows months and days of one digit: 4/1/2026. */
const SHORT_PARTS = /\b(?=[0-9]\/)/g;

/** The day of the file's last update. */
function dayOf({ updated }: FileFacts): string {
  const day = parseDay((updated ?? "").replaceAll(SHORT_PARTS, "0"));
  if (day !== null) return day;
  throw failure(`The day of the file's last update is ${quoted(updated ?? "")}, which is no day: add on=YYYY-MM-DD.`);
}

/** More would not fit into the memory of a small machine. */
const CHARGES_MAX = 500_000;

/** The lines of a payer or a plan with the text in its name; without a text, of Medicaid or the state's program. */
async function chargesOf(
  published: PublishedFile,
  payer: string | null,
  state: State,
): Promise<readonly PublishedCharge[]> {
  const texts = payer === null ? ["Medicaid", programName(state)] : [payer];
  const charges: PublishedCharge[] = [];
  const others = new Set<string>();
  let otherLines = 0;
  await published.read((charge) => {
    const name = [charge.payer, charge.plan].filter((each) => each !== "").join(", ");
    if (texts.some((text) => name.toLowerCase().includes(text.toLowerCase()))) charges.push(charge);
    else {
      otherLines += 1;
      if (name !== "" && others.size < NAMES_MAX) others.add(name);
    }
    if (charges.length > CHARGES_MAX) {
      throw failure(
        `The file has more than ${grouped(CHARGES_MAX)} lines to check. Check one plan at a time with --payer "its name".`,
      );
    }
  });
  if (otherLines > 0) notify(`${grouped(otherLines)} lines of other payers, or of none, are not checked.`);
  // A report of zeros would look like a file without differences.
  if (charges.length > 0) return charges;
  throw failure(
    `No payer or plan of the file has ${texts.map(quoted).join(" or ")} in its name. It has ${[...others].map(quoted).join(", ") || "none"}. Name the one to check with --payer.`,
  );
}

/** Names of payers in a hint. */
const NAMES_MAX = 5;
