import { dayText } from "../../../src/core/calendar/day.ts";
import { type CellStyle, cell, type Row } from "../../../src/core/workbook/cell.ts";
import type { OutputSheet } from "../../../src/core/workbook/sheet-xml.ts";
import type { CatalogueState } from "../api/ready.ts";
import { BYTE_ORDER_MARK } from "../parts/buttons.tsx";
import { csvText } from "../parts/data-table.tsx";
import { labelOf } from "../words/names.ts";
import type { KeptRelease } from "./baskets.ts";
import { type BasketLine, severalText, sumsOf } from "./comparison.ts";
import { codeOf, dayOf, factsOf, providerOf, releaseText, shortText } from "./line-words.ts";
import type { KeptResult } from "./outcome.ts";

/** A basket as it is shown, for its files. */
export interface ExportedBasket {
  readonly name: string;
  readonly lines: readonly BasketLine[];
  readonly states: readonly CatalogueState[];
  /** The rates of the amounts, or of those now; null before they are priced. */
  readonly now: KeptRelease | null;
  /** The rates of the kept amounts, where they stand beside those of now. */
  readonly before: KeptRelease | null;
  /** Whether a part of the rates is sample data. */
  readonly isSample: boolean;
  /** Where the page is, for links to its lookups. */
  readonly origin: string;
  readonly addressOf: (line: BasketLine) => string;
}

interface Column {
  readonly title: string;
  readonly style: CellStyle;
  readonly value: (line: BasketLine) => string;
  /** The sum of the column, in the last row. */
  readonly total?: string;
}

function columnsOf({ lines, states, now, before, origin, addressOf }: ExportedBasket): readonly Column[] {
  const stateOf = (line: BasketLine) => states.find(({ code }) => code === line.row.state);
  const settingOf = (line: BasketLine) => stateOf(line)?.settings.find((each) => each.setting === line.row.setting);
  const sums = sumsOf(lines);
  const amounts: readonly Column[] =
    before === null
      ? [{ title: "Amount", style: "money", value: ({ shown }) => shown?.amount ?? "", total: sums.amounts.dollars }]
      : [
          { title: `Then, ${shortText(before, now)}`, style: "money", value: (line) => line.before?.amount ?? "" },
          {
            title: `Now, ${now === null ? "" : shortText(now, before)}`,
            style: "money",
            value: (line) => line.now?.amount ?? "",
          },
          { title: "Change", style: "money", value: (line) => line.change ?? "", total: sums.change.dollars },
          { title: "Change in percent", style: "money", value: (line) => line.changePercent ?? "" },
        ];
  const answers: readonly Column[] =
    before === null
      ? [{ title: "Answer", style: "text", value: ({ shown }) => answerText(shown) }]
      : [
          { title: "Answer then", style: "text", value: (line) => answerText(line.before) },
          { title: "Answer now", style: "text", value: (line) => answerText(line.now) },
        ];
  return [
    { title: "State", style: "text", value: (line) => stateOf(line)?.name ?? line.row.state },
    { title: "Setting", style: "text", value: (line) => labelOf(line.row.setting) },
    { title: "Code", style: "text", value: codeOf },
    { title: "Provider", style: "text", value: (line) => providerOf(line, settingOf(line)).name },
    { title: "NPI or ID", style: "text", value: (line) => providerOf(line, settingOf(line)).identifier },
    { title: "Day", style: "day", value: (line) => dayOf(line, settingOf(line)) },
    { title: "Claim", style: "text", value: (line) => factsOf(line, settingOf(line)) },
    ...amounts,
    ...answers,
    {
      title: "Notes",
      style: "text",
      value: ({ now: priced }) => (priced === null ? "" : [...priced.notes, ...priced.alternatives].join(" ")),
    },
    {
      title: "Rates",
      style: "text",
      value: () => (now === null ? "" : releaseText(now)),
    },
    { title: "Link", style: "text", value: (line) => `${origin}${addressOf(line)}` },
  ];
}

/** The answer with its reason, where there is no amount. */
function answerText(result: KeptResult | null): string {
  if (result === null || result.amount !== null) return "";
  return [result.outcome, result.reason].filter((text) => text !== "").join(". ");
}

/** One row for each line, and no totals: programs read it. */
export function csvOf(basket: ExportedBasket): string {
  const columns = columnsOf(basket);
  const rows = basket.lines.map((line) => columns.map(({ value }) => value(line)));
  return BYTE_ORDER_MARK + csvText([columns.map(({ title }) => title), ...rows]);
}

/** Cents, or every digit of a rate per unit. */
function styleOf(style: CellStyle, text: string): CellStyle {
  return style === "money" && /\.[0-9]{3,}$/.test(text) ? "figure" : style;
}

export function sheetOf(basket: ExportedBasket, day: string): OutputSheet {
  const columns = columnsOf(basket);
  const { several } = sumsOf(basket.lines);
  const notes = [
    ...(basket.isSample ? ["TEST DATA: a part of these rates is made up. Do not pay or dispute claims by them."] : []),
    ...(basket.now === null ? [] : [`Rates: ${releaseText(basket.now)}, priced on ${dayText(basket.now.day)}.`]),
    ...(basket.before === null
      ? []
      : [
          `Compared with ${releaseText(basket.before)}, priced on ${dayText(basket.before.day)}. Change is now minus then.`,
        ]),
    `Downloaded on ${dayText(day)}. Each line is one rate; the amounts are not multiplied by units.`,
    ...(several === 0 ? [] : [severalText(several)]),
  ];
  const head: readonly Row[] = [
    [cell("title", basket.name)],
    ...notes.map((note) => [cell("note", note)]),
    [],
    columns.map(({ title }) => cell("heading", title)),
  ];
  const rows = basket.lines.map((line) =>
    columns.map(({ style, value }) => {
      const text = value(line);
      return cell(styleOf(style, text), text);
    }),
  );
  const total = columns.map(({ total }, place) =>
    place === 0 ? cell("strong", "Total") : cell("strongMoney", total ?? null),
  );
  return { name: "Basket", rows: [...head, ...rows, total], headingRow: head.length };
}
