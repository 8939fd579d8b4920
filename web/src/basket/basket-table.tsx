import { dayText } from "../../../src/core/calendar/day.ts";
import { type Bar, ReceiptBar } from "../answer/receipt/bars.tsx";
import { Link, saveFile } from "../parts/buttons.tsx";
import { DataTable, type TableColumn } from "../parts/data-table.tsx";
import { WORKBOOK_MEDIA_TYPE, workbookBytes } from "../parts/workbook.ts";
import { differenceText, figureText, moneyText, unbrokenText } from "../words/amount.ts";
import { rowText } from "./baskets.ts";
import { type BasketLine, barsOf, isZero } from "./comparison.ts";
import { csvOf, type ExportedBasket, sheetOf } from "./export.ts";
import { addressOfRow, codeOf, dayOf, factsOf, lookupOf, placeText, providerOf, shortText } from "./line-words.ts";
import type { KeptResult } from "./outcome.ts";

interface BasketTableProps {
  readonly basket: ExportedBasket;
  readonly today: string;
  /** Removes a row, by its text. */
  readonly onRemove: (row: string) => void;
}

interface ShownLine {
  readonly line: BasketLine;
  readonly bars: readonly Bar[];
}

/** The rows of a basket with their amounts, each with a bar to one scale and a way to its calculation. */
export function BasketTable({ basket, today, onRemove }: BasketTableProps) {
  const { name, lines, before } = basket;
  const bars = barsOf(lines, before !== null);
  const rows = lines.map((line, place): ShownLine => ({ line, bars: bars[place] ?? [] }));
  return (
    <>
      <DataTable
        caption={`Rows of ${name}`}
        columns={columnsOf(basket, onRemove)}
        rows={rows}
        areCards
        foot={<Downloads basket={basket} today={today} />}
      />
      <p class="source-line">
        {before === null
          ? "Bars are drawn to one scale from zero."
          : "Bars are drawn to one scale from zero: muted is the amount before, strong is a rise, dashed is a cut."}{" "}
        Each amount is one rate; it is not multiplied by units.
      </p>
    </>
  );
}

function columnsOf(
  { lines, states, now, before }: ExportedBasket,
  onRemove: BasketTableProps["onRemove"],
): readonly TableColumn<ShownLine>[] {
  const settingOf = ({ row }: BasketLine) => lookupOf(row, states)?.setting;
  const placeOf = ({ row }: BasketLine) => placeText(row, states);
  const hasPlaces = new Set(lines.map(placeOf)).size > 1;
  const hasFacts = lines.some((line) => factsOf(line, settingOf(line)) !== "");
  const hasNotes = lines.some(({ now: each }) => each !== null && each.notes.length + each.alternatives.length > 0);
  const providerText = (line: BasketLine) => {
    const { name, identifier } = providerOf(line, settingOf(line));
    return name || identifier;
  };
  return [
    {
      title: "Code",
      value: ({ line }) => codeOf(line),
      cell: ({ line }) => {
        const address = addressOfRow(line.row, states);
        const code = codeOf(line) || "No code";
        if (address === "") return <span class="code">{code}</span>;
        return (
          <Link to={address} class="code">
            {code}
            <span class="unseen"> at {providerText(line)}, show the calculation</span>
          </Link>
        );
      },
    },
    {
      title: "Provider",
      value: ({ line }) => providerText(line),
      cell: ({ line }) => {
        const { name, identifier } = providerOf(line, settingOf(line));
        return (
          <>
            <bdi class="basket-provider">{name}</bdi>
            <span class="hint">{identifier}</span>
            {hasPlaces ? <span class="hint">{placeOf(line)}</span> : null}
            <span class="hint narrow-only">
              {[shownDay(dayOf(line, settingOf(line))), factsOf(line, settingOf(line))].filter(Boolean).join(", ")}
            </span>
          </>
        );
      },
    },
    {
      title: "Day",
      value: ({ line }) => dayOf(line, settingOf(line)),
      cell: ({ line }) => <span class="basket-day">{shownDay(dayOf(line, settingOf(line)))}</span>,
      isWideOnly: true,
    },
    ...(hasFacts ? [textColumn("Claim", (line) => factsOf(line, settingOf(line)))] : []),
    ...(before === null
      ? [amountColumn("Amount", ({ shown }) => shown)]
      : [
          amountColumn(`Then, ${shortText(before, now)}`, (line) => line.before, false),
          amountColumn(`Now, ${now === null ? "" : shortText(now, before)}`, (line) => line.now),
          changeColumn,
        ]),
    {
      title: "To scale",
      value: ({ line }) => line.shown?.amount ?? null,
      cell: ({ bars }) => <div class="basket-bar">{bars.length === 0 ? null : <ReceiptBar bars={bars} />}</div>,
    },
    ...(hasNotes ? [notesColumn] : []),
    {
      title: "Remove",
      isControl: true,
      value: () => null,
      cell: ({ line }) => {
        // The results of a row come and go together.
        const count = lines.filter(({ row }) => row === line.row).length;
        return (
          <button type="button" class="quiet basket-remove" onClick={() => onRemove(rowText(line.row))}>
            Remove{count > 1 ? ` all ${count}` : ""}
            <span class="unseen">
              {" "}
              {codeOf(line)} at {providerText(line)} on {shownDay(dayOf(line, settingOf(line)))}
            </span>
          </button>
        );
      },
    },
  ];
}

function shownDay(day: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(day) ? dayText(day) : day;
}

function textColumn(title: string, text: (line: BasketLine) => string): TableColumn<ShownLine> {
  return {
    title,
    value: ({ line }) => text(line),
    cell: ({ line }) => <span class="basket-text">{text(line)}</span>,
    isWideOnly: true,
  };
}

const notesColumn: TableColumn<ShownLine> = {
  title: "Notes",
  value: ({ line: { now } }) => (now === null ? "" : [...now.notes, ...now.alternatives].join(" ")),
  cell: ({ line: { now } }) => {
    if (now === null) return null;
    return (
      <div class="basket-notes">
        {now.notes.join(" ")}
        {now.alternatives.length === 0 ? null : (
          <details>
            <summary>Alternatives</summary>
            {now.alternatives.join(" ")}
          </details>
        )}
      </div>
    );
  },
};

function amountColumn(
  title: string,
  resultOf: (line: BasketLine) => KeptResult | null,
  hasReason = true,
): TableColumn<ShownLine> {
  return {
    title,
    value: ({ line }) => resultOf(line)?.amount ?? null,
    cell: ({ line }) => {
      const result = resultOf(line);
      return result?.amount == null ? <NoAmount result={result} hasReason={hasReason} /> : moneyText(result.amount);
    },
    isFigure: true,
  };
}

interface NoAmountProps {
  readonly result: KeptResult | null;
  readonly hasReason: boolean;
}

/** An answer without an amount. Its reason stands once, beside what is answered now. */
function NoAmount({ result, hasReason }: NoAmountProps) {
  if (result === null) return null;
  return (
    <span class="basket-outcome">
      <strong>{result.outcome}</strong>
      {hasReason ? <span class="hint">{result.reason}</span> : null}
    </span>
  );
}

const changeColumn: TableColumn<ShownLine> = {
  title: "Change",
  value: ({ line }) => line.change,
  cell: ({ line: { before, now, change, changePercent } }) => {
    if (change !== null) {
      if (isZero(change)) return "No change";
      const percent = changePercent === null ? "" : ` (${signed(changePercent)} %)`;
      return `${unbrokenText(differenceText(change))}${percent}`;
    }
    if (before === null) return now === null ? "" : "Added later";
    if (now === null) return "No longer there";
    if (now.amount !== null) return "Has an amount now";
    if (before.amount !== null) return "No amount any more";
    return before.outcome === now.outcome ? "No change" : "Another answer";
  },
  isFigure: true,
};

function signed(percent: string): string {
  return unbrokenText(percent.startsWith("-") ? figureText(percent) : `+${figureText(percent)}`);
}

/** The table as files. */
function Downloads({ basket, today }: { readonly basket: ExportedBasket; readonly today: string }) {
  const name = `basket ${basket.name} ${today}`;
  return (
    <p class="basket-downloads">
      <button
        type="button"
        onClick={async () => {
          const bytes = await workbookBytes([sheetOf(basket, today)]);
          saveFile(new Blob([...bytes], { type: WORKBOOK_MEDIA_TYPE }), name, "xlsx");
        }}
      >
        Download XLSX
      </button>
      <button type="button" onClick={() => saveFile(new Blob([csvOf(basket)], { type: "text/csv" }), name, "csv")}>
        Download CSV
      </button>
    </p>
  );
}
