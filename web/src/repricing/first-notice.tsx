import { countText, plural } from "../../../src/core/text/plural.ts";
import { snakeCase } from "../../../src/core/text/spelling.ts";
import type { NpisOfFirstLines } from "../../../src/reprice/jobs/repricing-job.ts";
import type { Noted } from "../../../src/reprice/pricing/noted.ts";
import { PAID_AMOUNT, PAID_AS_CREDIT } from "../../../src/reprice/values/column-names.ts";
import { DAY_BEFORE_MONTH } from "../../../src/reprice/values/days.ts";
import type { CatalogueState } from "../api/ready.ts";
import { Notice } from "../parts/notice.tsx";
import { labelOf, listText } from "../words/names.ts";
import { MISSING_NPIS } from "./missing-npis.tsx";
import type { Job, RepricingSummary } from "./use-job.ts";

export interface FirstNotice {
  readonly title: string;
  readonly detail: string;
  /** It is about NPIs that were not found, which are listed below. */
  readonly hasMissingNpis?: true;
}

export const NO_CLAIMS: FirstNotice = {
  title: "There are no claims in this file.",
  detail: "It has headings and no lines below them.",
};

/** What a reader has to know before any figure: no claims, no known provider, or no price at all. Null where the figures can stand. */
export function firstNotice(
  { lookups, priced, npis }: Pick<RepricingSummary, "lookups" | "priced" | "npis">,
  state: string,
  nameOf: (code: string) => string,
): FirstNotice | null {
  if (lookups === 0) return NO_CLAIMS;
  // Other states are asked for the listed NPIs alone.
  const isPart = npis !== undefined && npis.total - npis.found > npis.missing.length;
  const ofProviders = npis === undefined ? null : providersNotice({ ...npis, lines: null }, state, nameOf, isPart);
  if (ofProviders !== null) return { ...ofProviders, hasMissingNpis: true };
  if (priced > 0) return null;
  return { title: "No line of this file has a price.", detail: "The reasons are below, with what to add or check." };
}

/** That most providers of a file are not in the rates of its state; null where they are. `lines`: of so many first lines; null for all. `isPart`: some NPIs may have another state that is not counted. */
function providersNotice(
  { total, found, elsewhere, lines }: NpisOfFirstLines,
  state: string,
  nameOf: (code: string) => string,
  isPart = false,
): FirstNotice | null {
  if (found * 2 >= total) return null;
  const [first] = elsewhere;
  const others = listText(elsewhere.map((each) => `${each.found.toLocaleString("en-US")} under ${nameOf(each.state)}`));
  const atLeast = isPart ? "at least " : "";
  const would = elsewhere.length === 0 ? "" : `; ${atLeast}${others.replace(/ under/, " would be found under")}`;
  const where = lines === null ? "" : ` of the first ${countText(lines, "line")}`;
  const none =
    total === 1
      ? `The NPI${where === "" ? " of this file" : where} is not`
      : `None of the ${total.toLocaleString("en-US")} NPIs${where} is`;
  const few = `Only ${found.toLocaleString("en-US")} of the ${countText(total, "NPI")}${where} ${plural(found, "is", "are")}`;
  return {
    title: `${found === 0 ? none : few} in the rates for ${state}${would}.`,
    detail:
      first === undefined
        ? "Check which column is the NPI, or load a provider list that has these providers."
        : `If the claims are for ${nameOf(first.state)}, choose that state.`,
  };
}

/** The same before anything is priced, so that the reader can choose the other state at once. */
export function ProvidersBeforePricing({ npis, state, states, onState }: ProvidersBeforePricingProps) {
  const nameOf = (code: string) => states.find((each) => each.code === code)?.name ?? code;
  const notice = npis === null ? null : providersNotice(npis, nameOf(state), nameOf);
  if (notice === null) return null;
  return (
    <div role="alert" class="notice notice-fault">
      <h3>{notice.title}</h3>
      <p>{notice.detail}</p>
      {npis?.elsewhere.map(({ state: other }) => (
        <button key={other} type="button" onClick={() => onState(other)}>
          Use {nameOf(other)}
        </button>
      ))}
    </div>
  );
}

interface ProvidersBeforePricingProps {
  readonly npis: NpisOfFirstLines | null;
  readonly state: string;
  readonly states: readonly CatalogueState[];
  readonly onState: (state: string) => void;
}

interface FirstNoticeViewProps {
  readonly job: Job;
  readonly summary: RepricingSummary;
  readonly states: readonly CatalogueState[];
}

export function FirstNoticeView({ job, summary, states }: FirstNoticeViewProps) {
  const nameOf = (code: string) => states.find((state) => state.code === code)?.name ?? code;
  const notices = [
    firstNotice(summary, nameOf(job.state ?? ""), nameOf),
    quoteNotice(summary),
    creditsNotice(summary),
    datesNotice(summary),
  ];
  return (
    <>
      {notices.map((notice) =>
        notice === null ? null : (
          <Notice key={notice.title} title={notice.title} kind="fault">
            <p>
              {notice.detail}{" "}
              {notice.hasMissingNpis === true ? <a href={`#${MISSING_NPIS}`}>See which NPIs these are.</a> : null}
            </p>
          </Notice>
        ),
      )}
    </>
  );
}

/** That most payments are negative: they are takebacks, or the system writes payments as credits. */
export function creditsNotice({ negative_payments }: Pick<RepricingSummary, "negative_payments">): FirstNotice | null {
  if (negative_payments === undefined) return null;
  const { column, lines, total, are_credits } = negative_payments;
  const counted = `${lines.toLocaleString("en-US")} of ${countText(total, "payment")} ${plural(lines, "is", "are")}`;
  const again = `Send the file again, and choose "${labelOf(are_credits ? PAID_AMOUNT : PAID_AS_CREDIT)}" for the column "${column}"`;
  return are_credits
    ? {
        title: `${counted} above zero in a column that is read as credits.`,
        detail: `They count as takebacks, and nothing is compared with them. ${again}, if its payments are not written as credits.`,
      }
    : {
        title: `${counted} negative. Does your system write payments as credits?`,
        detail: `They count as takebacks, and nothing is compared with them. ${again}, if they are payments.`,
      };
}

/** How a date is refused whose month would be above 12; its second sentence is in the notice of the dates, once. */
const { expected: NO_SUCH_MONTH } = DAY_BEFORE_MONTH;

/** What is wrong with a line, without what the notice of the dates says. */
export function shortFault(fault: string): string {
  return fault.replaceAll(NO_SUCH_MONTH, NO_SUCH_MONTH.replace(/\. .*$/s, ""));
}

/** The same of the first lines, before anything is priced. */
export function datesBeforePricing(lines: readonly { readonly faults: readonly string[] }[]): FirstNotice | null {
  const dates = lines.filter(({ faults }) => faults.some((fault) => fault.includes(NO_SUCH_MONTH))).length;
  if (dates === 0) return null;
  return {
    title: `${dates} of the first ${countText(lines.length, "line")} ${plural(dates, "has a date that", "have dates that")} cannot be month/day/year: the column may be day/month/year.`,
    detail:
      "If so, the other dates of the column would be read wrongly, and their lines priced for other days. Write the dates as 2026-10-31, and choose the file again.",
  };
}

/** That claims stand within a cell whose quotation mark is not closed; null where there is none. They are in no figure. */
function quoteNotice({ noted }: Pick<RepricingSummary, "noted">): FirstNotice | null {
  const lines = noted[OPEN_QUOTE] ?? 0;
  if (lines === 0) return null;
  const [stand, were, them] = [
    plural(lines, "stands", "stand"),
    plural(lines, "It was", "They were"),
    plural(lines, "it", "them"),
  ];
  return {
    title: `${countText(lines, "line")} ${stand} within a quoted cell: a quotation mark is not closed.`,
    detail: `${were} rejected, and no figure below has ${them}. The rejected lines say where the mark is: close it, and reprice the file.`,
  };
}

/** How the summary counts them. */
const OPEN_QUOTE = snakeCase("openQuote" satisfies Noted);

/** That a column may have the day before the month; null where no date says so. Then most dates would be read wrongly, without an error. */
export function datesNotice({ noted }: Pick<RepricingSummary, "noted">): FirstNotice | null {
  const dates = noted.day_before_month ?? 0;
  if (dates === 0) return null;
  return {
    title: `${countText(dates, "date")} cannot be month/day/year: the column may be day/month/year.`,
    detail:
      "If so, the other dates of the column are read wrongly, and their lines are priced for other days. Write the dates as 2026-10-31, and reprice the file.",
  };
}
