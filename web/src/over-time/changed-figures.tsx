import { NO_RATE_WORDS } from "../../../src/answers/explanation/no-rate-words.ts";
import { withDays } from "../../../src/core/calendar/day.ts";
import { plural } from "../../../src/core/text/plural.ts";
import type { NoRateCode } from "../../../src/pricing/no-rate.ts";
import type { CatalogueSetting } from "../api/ready.ts";
import { measureText } from "../words/amount.ts";
import { periodText } from "../words/day.ts";
import { figureName, labelOf, listText, type Result } from "../words/names.ts";
import { shownPrice } from "../words/price.ts";
import type { ResultChange } from "./history-section.tsx";
import type { Point } from "./series.ts";

type Input = ResultChange["inputs"][number];
type ChangedFigure = NonNullable<Input["after"]>;

interface ChangedFiguresProps {
  readonly inputs: readonly Input[];
  readonly setting: CatalogueSetting;
  /** The period before has no rate, so that none of its figures is there to compare with. */
  readonly isFirst: boolean;
}

/** The published figures that differ, before and after, each with where it comes from. */
export function ChangedFigures({ inputs, setting, isFirst }: ChangedFiguresProps) {
  return (
    <>
      <ul class="changed-figures">
        {inputs.map((input, place) => (
          <li key={`${place} ${input.name}`}>
            {figureName(input.name, setting)} <FromTo input={input} isFirst={isFirst} />
          </li>
        ))}
      </ul>
      <details>
        <summary>Where {plural(inputs.length, "it comes", "they come")} from</summary>
        <ul class="figure-sources">
          {inputs.map((input, place) => (
            <li key={`${place} ${input.name}`}>
              {figureName(input.name, setting)}
              <Source when="before" figure={input.before} />
              <Source when="after" figure={input.after} />
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}

/** "0.3991 \u2192 0.4009"; one value alone where the other period has none. */
function FromTo({ input: { unit, before, after }, isFirst }: { readonly input: Input; readonly isFirst: boolean }) {
  if (before === null) {
    return (
      <>
        <b>{after === null ? "" : measureText(after.value, unit)}</b>
        {isFirst ? null : ", none before"}
      </>
    );
  }
  if (after === null) {
    return (
      <>
        none any more, before <b>{measureText(before.value, unit)}</b>
      </>
    );
  }
  return (
    <b>
      {measureText(before.value, unit)} {"\u2192"} {measureText(after.value, unit)}
    </b>
  );
}

function Source({ when, figure }: { readonly when: string; readonly figure: ChangedFigure | null }) {
  return figure === null ? null : (
    <p>
      <span class="when">{when}</span> {sourceText(figure.from)}
    </p>
  );
}

/* What became different from one period to the next, in words. The API's digits stand before and after; nothing is subtracted here. */

/** "no rate", with why. */
export function noRateText(code: NoRateCode | null): string {
  return code === null
    ? "Others of this provider have a rate in this period; this one has none."
    : NO_RATE_WORDS[code].meaning;
}

/** "up from $26.42", "as before", "no rate before"; a price of another kind, such as by the unit, is neither up nor down. */
export function priceChangeText({ period, result, change }: Point): string {
  const now = shownPrice(result);
  if (now === null) return "";
  if (period.changes === null) return "the first that is known";
  if (change === null) return "as before";
  const before = shownPrice(resultBefore(change, result));
  if (before === null) return change.no_rate.before === null && now.unit === "percent" ? "as before" : "no rate before";
  const kind = change.fields.find(({ name }) => name === "payment_rate_type")?.before;
  if (typeof kind === "string") return `before ${before.text}, another kind of price (${kindText(kind)})`;
  // Only which of the two is larger; both are shown as they came.
  const [old, current] = [Number(before.digits), Number(now.digits)];
  if (old === current) return "as before";
  return `${current > old ? "\u25b2 up" : "\u25bc down"} from ${before.text}`;
}

/** The fields of a result that say its price, as they were in the period before. */
function resultBefore({ payment_rate, fields }: ResultChange, result: Result | null): Result {
  const before = Object.fromEntries(fields.map((field) => [field.name, field.before]));
  return {
    payment_rate_type: result?.payment_rate_type ?? null,
    error_message: null,
    ...before,
    payment_rate: payment_rate.before,
  };
}

/** "fee schedule", "per diem" */
export function kindText(kind: string): string {
  return labelOf(kind).toLowerCase();
}

/** The fields that differ besides the figures; shown when no figure explains the change. */
export function otherFields({ inputs, fields }: ResultChange): readonly string[] {
  return inputs.length > 0
    ? []
    : fields.map(({ name, before, after }) => `${labelOf(name)}: ${fieldText(before, after)}`);
}

function fieldText(before: unknown, after: unknown): string {
  if (Array.isArray(before) && Array.isArray(after)) {
    const added = after.filter((each) => !before.includes(each)).map(String);
    const gone = before.filter((each) => !after.includes(each)).map(String);
    const figure = [
      ...(added.length === 0 ? [] : [`now also ${listText(added)}`]),
      ...(gone.length === 0 ? [] : [`no longer ${listText(gone)}`]),
    ];
    return figure.length === 0 ? "in another order" : figure.join("; ");
  }
  return `${memberText(before)} \u2192 ${memberText(after)}`;
}

function memberText(value: unknown): string {
  if (value === null || value === undefined) return "none";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/* Where the figures of a history come from, in words. */

/** A source line is one line or two; the figures have all of them. */
const NAMED_MAX = 2;

/** "ca/conversion_factors, line 3, column conversion_factor; Jan 1, 2024 onward; Medi-Cal Rates" */
function sourceText(from: ChangedFigure["from"]): string {
  if ("default" in from) return `default of the methodology (${from.section})`;
  const { table, line, column, publication, effective_start_date: start, effective_end_date: end } = from;
  const row = `${table}, line ${line}, column ${column}`;
  return [
    row,
    ...(start === null && end === null ? [] : [`effective ${periodText(start, end)}`]),
    ...(publication === null ? [] : [publicationText(publication)]),
  ].join("; ");
}

type Published = Pick<
  NonNullable<Exclude<ChangedFigure["from"], { readonly default: string }>["publication"]>,
  "name" | "edition" | "place"
>;

function publicationText({ name, edition, place }: Published): string {
  return [name, edition === null ? null : `publication of ${withDays(edition)}`, place]
    .filter((each) => each !== null)
    .join(", ");
}

/** The publications that figures of some changes come from: a few names, and how many more. */
export function publicationsOf(changes: readonly ResultChange[]): string {
  const names = changes
    .flatMap(({ inputs }) => inputs.flatMap(({ before, after }) => [after, before]))
    .flatMap((figure) => (figure === null || "default" in figure.from ? [] : [figure.from.publication?.name ?? ""]));
  const all = [...new Set(names.filter((name) => name !== ""))];
  const rest = all.length - NAMED_MAX;
  return rest > 0 ? `${all.slice(0, NAMED_MAX).join("; ")} and ${rest} more` : listText(all);
}
