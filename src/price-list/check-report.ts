import { type CsvTable, csvColumn, csvTable } from "../answers/csv-table.ts";
import { priceText, sentText } from "../answers/price-list/list-words.ts";
import { compare, size } from "../core/money/arithmetic.ts";
import { DollarSum } from "../core/money/dollar-sum.ts";
import { factor } from "../core/money/factor.ts";
import { countText, grouped } from "../core/text/plural.ts";
import { tableLines } from "../core/text/terminal.ts";
import { type CheckedCharge, VERDICTS, type Verdict } from "./checked-charge.ts";

/** What the lines of one plan in one setting are. */
interface PlanTotals {
  readonly payer: string;
  readonly plan: string;
  readonly setting: string | null;
  readonly lines: number;
  readonly verdicts: Readonly<Record<Verdict, number>>;
  /** The constant multiple that was found; null without one. */
  readonly factor: string | null;
  /** Dollar amounts that were compared, and what the state pays for the same. */
  readonly published: string;
  readonly state: string;
  readonly difference: string;
}

/** The totals of each plan and setting, and of all. */
export function totalsOf(checked: readonly CheckedCharge[]): readonly PlanTotals[] {
  const groups = Map.groupBy(checked, ({ charge, line }) => JSON.stringify([charge.payer, charge.plan, line?.setting]));
  return [...groups.values()].map(planTotals);
}

function planTotals(group: readonly CheckedCharge[]): PlanTotals {
  const [{ charge, line }] = group as [CheckedCharge];
  const compared = group.filter((each) => each.difference !== null && each.unit === "dollars");
  return {
    payer: charge.payer,
    plan: charge.plan,
    setting: line?.setting ?? null,
    lines: group.length,
    verdicts: counted(group),
    factor: group.find((each) => each.factor !== null)?.factor?.text ?? null,
    published: sumOf(compared, ({ published }) => published?.text),
    state: sumOf(compared, ({ state }) => state?.text),
    difference: sumOf(compared, ({ difference }) => difference),
  };
}

export function counted(group: readonly CheckedCharge[]): Readonly<Record<Verdict, number>> {
  const counts = Object.fromEntries(Object.keys(VERDICTS).map((verdict) => [verdict, 0])) as Record<Verdict, number>;
  for (const { verdict } of group) counts[verdict] += 1;
  return counts;
}

function sumOf(group: readonly CheckedCharge[], of: (each: CheckedCharge) => string | null | undefined): string {
  const sum = new DollarSum();
  for (const each of group) sum.addText(of(each) ?? "");
  return sum.total.text;
}

/** Every checked line as a table. */
export function checkedTable(checked: readonly CheckedCharge[]): CsvTable {
  return csvTable<CheckedCharge>(
    [
      csvColumn("place", ({ charge }) => charge.place),
      csvColumn("payer", ({ charge }) => charge.payer),
      csvColumn("plan", ({ charge }) => charge.plan),
      csvColumn("codes", ({ charge }) => charge.codes.map(({ code, type }) => (type ? `${type} ${code}` : code))),
      csvColumn("modifiers", ({ charge }) => charge.modifiers),
      csvColumn("setting", ({ charge, line }) => charge.setting || line?.setting),
      csvColumn("published", ({ published }) => published?.text),
      csvColumn("state", ({ state }) => state?.text),
      csvColumn("unit", ({ unit }) => unit),
      csvColumn("difference", ({ difference }) => difference),
      csvColumn("ratio", ({ ratio }) => ratio),
      csvColumn("verdict", ({ verdict }) => verdict),
      csvColumn("factor", ({ factor: constant }) => constant?.text),
      csvColumn("factor_price", ({ atFactor }) => atFactor?.price),
      csvColumn("factor_difference", ({ atFactor }) => atFactor?.difference),
      csvColumn("state_line", ({ line }) => (line === null ? null : priceText(line))),
      csvColumn("with", ({ line }) => (line === null ? null : sentText(line.parameters))),
      csvColumn("which", ({ line }) => line?.which),
      csvColumn("reason", ({ reason }) => reason),
    ],
    checked,
  );
}

interface ReportTerms {
  /** Which lines were checked. */
  readonly heading: string;
  /** Whether a table was checked, whose columns name no payers. */
  readonly isTable: boolean;
  readonly largestMax: number;
}

/** The report for a terminal: the totals, each plan, and the largest differences. */
export function reportLines(
  checked: readonly CheckedCharge[],
  { heading, isTable, largestMax }: ReportTerms,
): readonly string[] {
  const counts = counted(checked);
  const totals = Object.entries(VERDICTS).map(([verdict, words]) => [grouped(counts[verdict as Verdict]), words]);
  const plans = totalsOf(checked).map((each) => [
    [each.payer, each.plan].filter((name) => name !== "").join(", "),
    each.setting ?? "",
    grouped(each.lines),
    grouped(each.verdicts.state_price),
    each.factor === null ? "" : `${grouped(each.verdicts.multiple)} x ${each.factor}`,
    grouped(each.verdicts.neither),
    grouped(each.verdicts.no_amount),
    each.difference,
  ]);
  return [
    `${grouped(checked.length)} ${heading}:`,
    ...totals.map(([count = "", words = ""]) => `${count.padStart(9)}  ${words}`),
    "",
    ...tableLines(
      [isTable ? "COLUMN" : "PLAN", "SETTING", "LINES", "STATE", "MULTIPLE", "NEITHER", "NO AMOUNT", "DIFFERENCE"],
      plans,
    ),
    ...reasonLines(checked),
    ...largestLines(checked, "dollars", largestMax),
    ...largestLines(checked, "percent", largestMax),
  ];
}

const REASONS_MAX = 5;

/** Why lines have no price to be compared with: the most frequent reasons, each with the count of its lines. */
function reasonLines(checked: readonly CheckedCharge[]): readonly string[] {
  const groups = Map.groupBy(
    checked.filter(({ reason }) => reason !== null),
    // Messages of one kind differ by the code that they name.
    ({ reason, line, charge }) =>
      withoutCodes(reason ?? "", [...charge.codes.map(({ code }) => code), line?.code ?? ""]),
  );
  const reasons = [...groups.values()].toSorted((one, other) => other.length - one.length);
  if (reasons.length === 0) return [];
  const others = reasons.slice(REASONS_MAX);
  const left = others.reduce((sum, those) => sum + those.length, 0);
  return [
    "",
    "Why lines are not compared:",
    ...reasons.slice(0, REASONS_MAX).map((those) => `${grouped(those.length).padStart(9)}  ${those[0]?.reason}`),
    ...(left === 0
      ? []
      : [
          `${grouped(left).padStart(9)}  and ${countText(others.length, "other reason")}: --out writes each line with its own`,
        ]),
  ];
}

function withoutCodes(reason: string, codes: readonly string[]): string {
  return codes.filter((code) => code !== "").reduce((text, code) => text.replaceAll(code, "..."), reason);
}

const LARGEST = ["PLACE", "CODE", "PUBLISHED", "STATE", "DIFFERENCE", "RATIO", "AT FACTOR", "FROM FACTOR"];

const UNITS = { dollars: "dollars", percent: "percentage points" } as const;

/** Points and dollars are ranked apart: a point of charges is no dollar. */
function largestLines(checked: readonly CheckedCharge[], unit: keyof typeof UNITS, max: number): readonly string[] {
  const largest = largestDifferences(checked.filter((each) => each.unit === unit)).slice(0, max);
  if (largest.length === 0) return [];
  return ["", `The largest differences that are neither, in ${UNITS[unit]}:`, ...tableLines(LARGEST, largest)];
}

function largestDifferences(checked: readonly CheckedCharge[]): readonly (readonly string[])[] {
  return checked
    .flatMap((each) =>
      each.verdict === "neither" && each.difference !== null ? [{ each, away: size(factor(each.difference)) }] : [],
    )
    .toSorted((one, other) => compare(other.away, one.away))
    .map(({ each: { charge, line, published, state, difference, ratio, atFactor } }) => [
      charge.place,
      line?.code ?? "",
      published?.text ?? "",
      state?.text ?? "",
      difference ?? "",
      ratio ?? "",
      atFactor?.price ?? "",
      atFactor?.difference ?? "",
    ]);
}
