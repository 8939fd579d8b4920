import { type CsvTable, csvColumn, csvTable } from "../answers/csv-table.ts";
import { sentText } from "../answers/price-list/list-words.ts";
import { compare, size } from "../core/money/arithmetic.ts";
import { DollarSum } from "../core/money/dollar-sum.ts";
import { factor } from "../core/money/factor.ts";
import { grouped } from "../core/text/plural.ts";
import { tableLines } from "../core/text/terminal.ts";
import { type CheckedCharge, differenceOf, groupOf, ratioOf, VERDICTS, type Verdict } from "./check.ts";

/** What the lines of one plan in one setting are. */
interface PlanTotals {
  readonly payer: string;
  readonly plan: string;
  readonly setting: string;
  readonly lines: number;
  readonly verdicts: Readonly<Record<Verdict, number>>;
  /** The constant multiple that was found; null without one. */
  readonly factor: string | null;
  /** Dollars of the file less dollars of the state, over the lines that have both. */
  readonly difference: string;
}

/** The totals of each plan and setting. */
export function totalsOf(checked: readonly CheckedCharge[]): readonly PlanTotals[] {
  return [...Map.groupBy(checked, groupOf).values()].map((group) => {
    const [{ charge }] = group as [CheckedCharge];
    const sum = new DollarSum();
    for (const each of group) if (each.unit === "dollars") sum.addText(differenceOf(each) ?? "");
    return {
      payer: charge.payer,
      plan: charge.plan,
      setting: charge.setting,
      lines: group.length,
      verdicts: counted(group),
      factor: group.find((each) => each.factor !== null)?.factor?.text ?? null,
      difference: sum.total.text,
    };
  });
}

export function counted(group: readonly CheckedCharge[]): Readonly<Record<Verdict, number>> {
  const counts = Object.fromEntries(Object.keys(VERDICTS).map((verdict) => [verdict, 0])) as Record<Verdict, number>;
  for (const { verdict } of group) counts[verdict] += 1;
  return counts;
}

/** Every checked line as a table. */
export function checkedTable(checked: readonly CheckedCharge[]): CsvTable {
  return csvTable<CheckedCharge>(
    [
      csvColumn("place", ({ charge }) => charge.place),
      csvColumn("payer", ({ charge }) => charge.payer),
      csvColumn("plan", ({ charge }) => charge.plan),
      csvColumn("codes", ({ charge }) => charge.codes.map(({ code, type }) => `${type} ${code}`)),
      csvColumn("modifiers", ({ charge }) => charge.modifiers),
      csvColumn("setting", ({ charge }) => charge.setting),
      csvColumn("published", ({ published }) => published?.text),
      csvColumn("state", ({ state }) => state?.price.text),
      csvColumn("unit", ({ unit }) => unit),
      csvColumn("difference", differenceOf),
      csvColumn("ratio", ratioOf),
      csvColumn("verdict", ({ verdict }) => verdict),
      csvColumn("factor", (each) => each.factor?.text),
      csvColumn("with", ({ state }) => (state === null ? null : sentText(state.line.parameters))),
      csvColumn("which", ({ state }) => state?.line.which),
      csvColumn("reason", ({ reason }) => reason),
    ],
    checked,
  );
}

const LARGEST_MAX = 10;

/** The report for a terminal: the totals, each plan, and the largest differences. */
export function reportLines(checked: readonly CheckedCharge[]): readonly string[] {
  const counts = counted(checked);
  const plans = totalsOf(checked).map(({ payer, plan, setting, lines, verdicts, factor: constant, difference }) => [
    [payer, plan].filter((name) => name !== "").join(", "),
    setting,
    grouped(lines),
    grouped(verdicts.state_price),
    constant === null ? "" : `${grouped(verdicts.multiple)} x ${constant}`,
    grouped(verdicts.neither),
    grouped(verdicts.not_compared),
    difference,
  ]);
  return [
    `${grouped(checked.length)} lines:`,
    ...Object.entries(VERDICTS).map(([name, words]) => `${grouped(counts[name as Verdict]).padStart(9)}  ${words}`),
    "",
    ...tableLines(["PLAN", "SETTING", "LINES", "STATE", "MULTIPLE", "NEITHER", "NOT COMPARED", "DIFFERENCE"], plans),
    ...largestLines(checked, "dollars"),
    ...largestLines(checked, "percent"),
  ];
}

/** The largest differences that are neither. A percentage of charges is no dollar, so each unit is ranked by itself. */
function largestLines(checked: readonly CheckedCharge[], unit: CheckedCharge["unit"]): readonly string[] {
  const largest = checked
    .filter((each) => each.verdict === "neither" && each.unit === unit)
    .map((each) => ({ each, difference: differenceOf(each) ?? "0" }))
    .toSorted((one, other) => compare(size(factor(other.difference)), size(factor(one.difference))))
    .slice(0, LARGEST_MAX)
    .map(({ each, difference }) => [
      each.charge.place,
      each.state?.line.code ?? "",
      each.published?.text ?? "",
      each.state?.price.text ?? "",
      difference,
      ratioOf(each) ?? "",
    ]);
  if (largest.length === 0) return [];
  const headings = ["PLACE", "CODE", "PUBLISHED", "STATE", "DIFFERENCE", "RATIO"];
  return ["", `The largest differences that are neither, in ${unit}:`, ...tableLines(headings, largest)];
}
