import { useEffect, useRef, useState } from "preact/hooks";
import type { ResultExplanation } from "../../../../src/answers/explanation/schema.ts";
import type { CatalogueSetting } from "../../api/catalogue.ts";
import { figureName, figureTitle } from "../../words/figure-name.ts";
import { printedText } from "./amounts.ts";
import { FigureChip } from "./figure-chip.tsx";
import { PrintedSources } from "./printed-sources.tsx";
import { type Receipt, receiptOf } from "./receipt-of.ts";
import { ReceiptLine } from "./receipt-row.tsx";
import { sourceOf } from "./source-of.ts";
import { SourcePanel } from "./source-panel.tsx";
import "./receipt.css";

interface ReceiptListProps {
  readonly explained: ResultExplanation;
  /** Whose declarations say what the figures are. */
  readonly setting: CatalogueSetting;
  /** How the reader tries another value of a figure; null where that cannot be. */
  readonly tryOf: (ref: string) => (() => void) | null;
}

/** The calculation as a receipt: one row per step, every figure one click from where it comes from, the price below the line. */
export function ReceiptList({ explained, setting, tryOf }: ReceiptListProps) {
  const receipt = receiptOf(explained, (name) => figureTitle(name, setting));
  // One source at a time, in the row where it was opened: two that stand open hide the sum between them.
  const [open, setOpen] = useState<{ readonly row: string; readonly place: number } | null>(null);
  const list = useRef<HTMLOListElement>(null);
  const isOpen = open !== null;
  /** The reader goes on at the figure whose source was read. */
  function close() {
    list.current?.querySelector<HTMLElement>('.chip[aria-expanded="true"]')?.focus();
    setOpen(null);
  }
  // Heard by the list: the panel, the figure and whatever is focused in them are all within it.
  useEffect(() => {
    const place = list.current;
    if (!isOpen || place === null) return;
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === "Escape") close();
    };
    place.addEventListener("keydown", onKey);
    return () => place.removeEventListener("keydown", onKey);
  }, [isOpen]);
  const figures = figuresOf(receipt, explained);
  const numberOf = (ref: string) => (figures.includes(ref) ? figures.indexOf(ref) + 1 : null);
  const hasBars = receipt.rows.some(({ bars }) => bars.length > 0);
  return (
    <>
      <ol class="receipt" ref={list}>
        {receipt.rows.map((row) => (
          <ReceiptLine
            key={row.id}
            row={row}
            explained={explained}
            setting={setting}
            open={open?.row === row.id ? open.place : null}
            onOpen={(place) => (place === null ? close() : setOpen({ row: row.id, place }))}
            tryOf={tryOf}
            numberOf={numberOf}
          />
        ))}
        {receipt.total === null ? null : (
          <TotalLine
            total={receipt.total}
            explained={explained}
            setting={setting}
            isOpen={open?.row === TOTAL}
            onToggle={() => (open?.row === TOTAL ? close() : setOpen({ row: TOTAL, place: 0 }))}
            onTry={tryOf(receipt.total.of)}
            number={numberOf(receipt.total.of)}
          />
        )}
      </ol>
      {hasBars ? (
        <p class="source-line receipt-key">
          Bars are drawn to one scale from zero: strong is what a step brings, muted what it starts from, dashed what it
          takes away; + is part of a sum below. Amounts are rounded half up.
        </p>
      ) : null}
      <PrintedSources explained={explained} setting={setting} figures={figures} />
    </>
  );
}

const TOTAL = "total";

interface TotalLineProps {
  readonly total: NonNullable<Receipt["total"]>;
  readonly explained: ResultExplanation;
  readonly setting: CatalogueSetting;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly onTry: (() => void) | null;
  readonly number: number | null;
}

/** What is paid: the result of a step, or a published amount as it is. */
function TotalLine({ total, explained, setting, isOpen, onToggle, onTry, number }: TotalLineProps) {
  const input = explained.inputs.find(({ id }) => id === total.of);
  const source = isOpen ? sourceOf(explained, total.of, setting) : null;
  return (
    <li class="receipt-row receipt-total">
      <div class="receipt-made">
        <p class="receipt-title">Payment</p>
        {input === undefined ? null : (
          <p class="receipt-formula">
            {figureName(input.name, setting)}{" "}
            <FigureChip
              text={printedText(input.value, input.unit)}
              name={figureName(input.name, setting)}
              isOpen={isOpen}
              panel="source-total"
              number={number}
              onToggle={onToggle}
            />{" "}
            paid as it is published
          </p>
        )}
      </div>
      <p class="receipt-amount">{total.amount}</p>
      {source === null ? null : <SourcePanel id="source-total" source={source} onClose={onToggle} onTry={onTry} />}
    </li>
  );
}

/** The published and sent figures of a receipt, in the order in which they are met. */
function figuresOf({ rows, total }: Receipt, { inputs }: ResultExplanation): readonly string[] {
  const refs = rows.flatMap(({ pieces, unprinted }) => [...pieces, ...unprinted].map(({ ref }) => ref));
  const known = new Set(inputs.map(({ id }) => id));
  return [...new Set([...refs, total?.of ?? null])].filter((ref) => ref !== null).filter((ref) => known.has(ref));
}
