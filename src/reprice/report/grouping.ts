import { createHash } from "node:crypto";
import { Money } from "../../core/money/money.ts";
import { didYouMean } from "../../core/text/closest.ts";
import { quoted, Refusal } from "../../core/text/refusal.ts";
import { snakeCase } from "../../core/text/spelling.ts";
import type { RateLookup } from "../../pricing/lookup.ts";
import { withZeros } from "../pricing/claim-pricer.ts";
import type { Verdict } from "../pricing/payment-comparison.ts";
import { hasRemark } from "../pricing/remarks.ts";
import { headingsListed } from "../reading/column-messages.ts";
import { heading } from "../reading/input-columns.ts";
import { BILLING_CODE, lookupCode } from "../values/billing-code.ts";
import { readersOf } from "../values/readers.ts";
import { ourColumns, type WrittenOutput } from "../writing/output-columns.ts";

/** Groupings besides the columns of the input. */
export const USUAL_GROUPINGS = ["code", "provider", "month"] as const;

/** More would no longer be a summary. */
const GROUPINGS_MAX = 10;

export interface Grouping {
  /** The caller's name for it: `code`, or the heading of a column. */
  readonly by: string;
  readonly keyOf: (cells: readonly string[]) => string;
  /** The label of the key, if the output has one. */
  readonly labelOf: (cells: readonly string[]) => string;
}

const NO_LABEL = () => "";
const MONTH_CHARACTERS = "YYYY-MM".length;
const MONTH = /^[0-9]{4}-[0-9]{2}$/;

/** Whether a key of the months is one, and not the row of lines without a day. */
export function isMonth(key: string): boolean {
  return MONTH.test(key);
}

export function readGroupingNames(text: string): readonly string[] | Refusal {
  const names = text.split(",").map((name) => name.trim());
  return names.includes("") ? new Refusal("names separated by commas, such as code,provider,month") : names;
}

/** The requested groupings. Code, provider and month keep their meaning whatever the columns are called. */
export function groupingsOf(
  requested: readonly string[],
  lookup: RateLookup,
  output: Pick<WrittenOutput, "names" | "columns" | "form" | "cells">,
): readonly Grouping[] | Refusal {
  if (requested.length > GROUPINGS_MAX) return new Refusal(`at most ${GROUPINGS_MAX} of them`);
  const groupings: Grouping[] = [];
  for (const by of requested) {
    const grouping = usualGrouping(by, lookup, output) ?? columnGrouping(by, output.names);
    if (grouping instanceof Refusal) return grouping;
    if (groupings.some((each) => each.by === grouping.by)) return new Refusal(`each once, and ${by} is there twice`);
    groupings.push(grouping);
  }
  return groupings;
}

function columnGrouping(by: string, names: readonly string[]): Grouping | Refusal {
  const headings = names.map(heading);
  const index = headings.findIndex((name) => name.toLowerCase() === heading(by).toLowerCase());
  if (index >= 0)
    return { by: headings[index] as string, keyOf: (cells) => (cells[index] ?? "").trim(), labelOf: NO_LABEL };
  const known = [...USUAL_GROUPINGS, ...headings];
  const remedy = didYouMean(by, known, `known are ${headingsListed(known)}`);
  return new Refusal(`code, provider, month or columns of the input, and ${quoted(by)} is none; ${remedy}`);
}

function usualGrouping(
  by: string,
  lookup: RateLookup,
  { names, columns, form, cells: cellForm }: Pick<WrittenOutput, "names" | "columns" | "form" | "cells">,
): Grouping | null {
  const readerOf = readersOf(lookup, cellForm, columns.codeSystem);
  const ours = ourColumns(form);
  const labelled = (field: string) => {
    const place = ours.indexOf(field);
    return place < 0 ? NO_LABEL : (cells: readonly string[]) => cells[names.length + place] ?? "";
  };
  /** A parameter as it was read. */
  const parameter = (name: string) => {
    const column = columns.parameters.find((each) => each.name === name);
    if (column === undefined) return NO_LABEL;
    const read = readerOf(name);
    return (cells: readonly string[]) => {
      const cell = cells[column.index] ?? "";
      const value = read(cell);
      return value instanceof Refusal ? cell : value.text;
    };
  };
  if (by === "code") {
    const read = parameter(BILLING_CODE);
    const severity = columns.severity?.index;
    const code = (cells: readonly string[]) =>
      lookupCode(read(cells), severity === undefined ? "" : (cells[severity] ?? ""), lookup);
    const remarks = names.length + ours.indexOf("remark_codes");
    const keyOf = (cells: readonly string[]) =>
      hasRemark(cells[remarks], "zeros_put_back") ? withZeros(code(cells)) : code(cells).toUpperCase();
    return { by, keyOf, labelOf: labelled("billing_code_description") };
  }
  if (by === "provider") {
    const identifiers = Object.entries(lookup.parameters)
      .filter(([, { identifiesProvider }]) => identifiesProvider)
      .map(([key]) => parameter(snakeCase(key)));
    const keyOf = (cells: readonly string[]) => {
      for (const each of identifiers) {
        const found = each(cells);
        if (found !== "") return found;
      }
      return "";
    };
    return { by, keyOf, labelOf: labelled("provider_name") };
  }
  if (by !== "month") return null;
  const day = parameter(lookup.dayParameter);
  return { by, keyOf: (cells) => day(cells).slice(0, MONTH_CHARACTERS), labelOf: NO_LABEL };
}

/** A line for its group, amounts in cents. */
export interface CountedLine {
  readonly isPriced: boolean;
  /** Null when the line has no amount, several, or a modifier that its rate ignores, and when it was not owed. */
  readonly expected: bigint | null;
  /** The amount at the rate of a line with such a modifier; null for every other line. */
  readonly modifierNotPriced: bigint | null;
  /** Null when it is not compared. */
  readonly difference: bigint | null;
  readonly verdict: Verdict | null;
  /** The money that the line takes back; null when none. */
  readonly takenBack: bigint | null;
  readonly isNotOwed: boolean;
}

/** The totals of one group. */
export type GroupRow = { readonly key: string } & {
  readonly [Field in keyof Group]: Group[Field] extends bigint ? Money : Group[Field];
};

/** The number of providers of a state's largest payer. Further groups are added up in one row, so that no file fills the memory. */
const GROUPS_MAX = 100_000;
const OTHERS = "(others)";
const NO_KEY = "(none)";

/** Amounts in cents. */
class Group {
  label = "";
  lines = 0;
  notPriced = 0;
  compared = 0;
  expected = 0n;
  /** Of the compared lines. */
  paid = 0n;
  underpaidLines = 0;
  underpaid = 0n;
  /** Underpaid lines that were paid nothing, and the missing amount. */
  paidNothingLines = 0;
  paidNothing = 0n;
  overpaidLines = 0;
  overpaid = 0n;
  difference = 0n;
  /** Lines with a modifier that changes the payment but is not in their rate, and their amount at the rate. */
  modifierNotPricedLines = 0;
  modifierNotPriced = 0n;
  /** Lines that take money back, which are not compared, and how much. */
  takenBackLines = 0;
  takenBack = 0n;
  notOwedLines = 0;
}

export class GroupTotals {
  readonly #groups = new Map<string, Group>();
  readonly #groupsMax: number;

  constructor(groupsMax = GROUPS_MAX) {
    this.#groupsMax = groupsMax;
  }

  add(key: string, labelOf: () => string, line: CountedLine): void {
    const { isPriced, expected, modifierNotPriced, difference, verdict, takenBack, isNotOwed } = line;
    const group = this.#groupOf(groupName(key), () => groupLabel(labelOf()));
    group.lines += 1;
    if (!isPriced) group.notPriced += 1;
    if (isNotOwed) group.notOwedLines += 1;
    if (expected !== null) group.expected += expected;
    if (modifierNotPriced !== null) {
      group.modifierNotPricedLines += 1;
      group.modifierNotPriced += modifierNotPriced;
    }
    if (takenBack !== null) {
      group.takenBackLines += 1;
      group.takenBack += takenBack;
    }
    if (expected === null || difference === null) return;
    group.compared += 1;
    group.paid += expected - difference;
    group.difference += difference;
    if (verdict === "underpaid") {
      group.underpaidLines += 1;
      group.underpaid += difference;
      if (difference === expected) {
        group.paidNothingLines += 1;
        group.paidNothing += difference;
      }
    } else if (verdict === "overpaid") {
      group.overpaidLines += 1;
      group.overpaid -= difference;
    }
  }

  /** The largest missing amount first, then by lines and key; the row of further groups comes last. */
  rows(): readonly GroupRow[] {
    return [...this.#groups].sort(worstFirst).map(([key, group]) => rowOf(key, group));
  }

  #groupOf(key: string, labelOf: () => string): Group {
    const known = this.#groups.get(key);
    if (known !== undefined) {
      if (known.label === "" && key !== OTHERS && key !== NO_KEY) known.label = labelOf();
      return known;
    }
    const hasRoom = this.#groups.size < this.#groupsMax || key === OTHERS;
    if (!hasRoom) return this.#groupOf(OTHERS, labelOf);
    const group = new Group();
    if (key !== OTHERS && key !== NO_KEY) group.label = labelOf();
    this.#groups.set(key, group);
    return group;
  }
}

/** The fields in cents, found once: a large file has 100,000 groups. */
const AMOUNTS = Object.entries(new Group()).flatMap(([name, value]) => (typeof value === "bigint" ? [name] : []));

function rowOf(key: string, group: Group): GroupRow {
  const row: Record<string, unknown> = { key, ...group };
  for (const name of AMOUNTS) row[name] = new Money(row[name] as bigint);
  return row as GroupRow;
}

type KeyedGroup = readonly [key: string, group: Group];

function worstFirst([key, group]: KeyedGroup, [otherKey, other]: KeyedGroup): number {
  if ((key === OTHERS) !== (otherKey === OTHERS)) return key === OTHERS ? 1 : -1;
  if (group.underpaid !== other.underpaid) return group.underpaid > other.underpaid ? -1 : 1;
  if (group.lines !== other.lines) return other.lines - group.lines;
  return key < otherKey ? -1 : 1;
}

/** Longer than any name of a provider, payer or plan. A cell of a file can have a million characters. */
const GROUP_NAME_CHARACTERS_MAX = 200;

const HASH_CHARACTERS = 16;

/**
 * The name of a group. A long one is cut and ends with a hash of the whole: two long names with the same beginning stay two
 * groups, and a reader sees that something is missing.
 */
export function groupName(key: string): string {
  if (key === "") return NO_KEY;
  if (key.length <= GROUP_NAME_CHARACTERS_MAX) return key;
  const hash = createHash("sha256").update(key).digest("hex").slice(0, HASH_CHARACTERS);
  return cutTo(key, `... [cut, ${hash}]`);
}

/** A label only describes its group: its beginning is enough. */
function groupLabel(label: string): string {
  return label.length <= GROUP_NAME_CHARACTERS_MAX ? label : cutTo(label, "... [cut]");
}

function cutTo(text: string, sign: string): string {
  const start = text.slice(0, GROUP_NAME_CHARACTERS_MAX - sign.length);
  // Drops half of a surrogate pair.
  return `${start.replace(/[\ud800-\udbff]$/, "")}${sign}`;
}
