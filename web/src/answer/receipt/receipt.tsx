import { useEffect, useRef, useState } from "preact/hooks";
import type { ResultExplanation } from "../../../../src/answers/explanation/schema.ts";
import type { CatalogueSetting } from "../../api/ready.ts";
import { figureName, figureTitle, inWords } from "../../words/names.ts";
import { printedText, ReceiptBar, readableText, signOf } from "./bars.tsx";
import { FigureChip, PrintedSources, SourcePanel, sourceOf } from "./figure-source.tsx";
import { type DefaultUsed, type Receipt, type ReceiptRow, receiptOf } from "./receipt-of.ts";
import "./receipt.css";
import { keptTogether, type Piece } from "./pieces.ts";
import { namesIn, readablePieces, whyText } from "./receipt-text.ts";

interface ReceiptListProps {
  readonly explained: ResultExplanation;
  /** Whose declarations say what the figures are. */
  readonly setting: CatalogueSetting;
  /** Of numbers that were not entered. */
  readonly defaults: readonly DefaultUsed[];
  /** How the reader tries another value of a figure; null where that cannot be. */
  readonly tryOf: (ref: string) => (() => void) | null;
}

/** The calculation as a receipt: one row per step, every figure one click from where it comes from, the price below the line. */
export function ReceiptList({ explained, setting, defaults, tryOf }: ReceiptListProps) {
  const receipt = receiptOf(explained, (name) => figureTitle(name, setting), defaults);
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
          Bars show what is paid, to one scale from zero: strong is what a step brings, muted what it starts from; + is
          part of a sum below. Amounts are rounded half up.
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

interface ReceiptLineProps {
  readonly row: ReceiptRow;
  readonly explained: ResultExplanation;
  readonly setting: CatalogueSetting;
  /** The place of the open figure in this row; null when none is. */
  readonly open: number | null;
  readonly onOpen: (place: number | null) => void;
  /** How the reader tries another value of a figure; null where that cannot be. */
  readonly tryOf: (ref: string) => (() => void) | null;
  /** The number of a figure in the list of sources. */
  readonly numberOf: (ref: string) => number | null;
}

/** One step: what it is, how it is made, its bar and its amount; below them the source of the figure that was opened. */
function ReceiptLine({ row, explained, setting, open, onOpen, tryOf, numberOf }: ReceiptLineProps) {
  const made = readablePieces(row.pieces, explained, setting);
  const pieces = [...made, ...row.unprinted];
  const names = namesIn(explained);
  const panel = `source-${row.id}`;
  const opened = open === null ? null : (pieces[open]?.ref ?? null);
  const source = opened === null ? null : sourceOf(explained, opened, setting);

  function shown(piece: Piece, place: number) {
    if (piece.ref === null) return piece.text;
    const { ref } = piece;
    const input = explained.inputs.find(({ id }) => id === ref);
    const { text } = piece;
    if (input === undefined) {
      return (
        <a class="chip" href={`#step-${ref}`} title={`Step ${ref.slice(1)}`}>
          {text}
        </a>
      );
    }
    return (
      <FigureChip
        text={text}
        name={figureName(input.name, setting)}
        isOpen={open === place}
        panel={panel}
        number={numberOf(ref)}
        onToggle={() => onOpen(open === place ? null : place)}
      />
    );
  }

  return (
    <li id={`step-${row.id}`} class={classOfRow(row)} tabIndex={-1}>
      <div class="receipt-made">
        {row.title === null ? null : <p class="receipt-title">{readableText(row.title)}</p>}
        <p class="receipt-formula">
          {keptTogether(made).map(({ before, figure, after }) =>
            figure === null ? (
              before
            ) : (
              <span key={figure.place} class="kept-together">
                {before}
                {shown(figure.piece, figure.place)}
                {after}
              </span>
            ),
          )}
        </p>
        {row.unprinted.length === 0 ? null : (
          <p class="receipt-about">With {row.unprinted.map((piece, index) => shown(piece, made.length + index))}</p>
        )}
        <p class="receipt-about">{inWords(aboutText(row), names, setting)}</p>
      </div>
      {row.bars.length === 0 ? null : (
        <>
          <div class="receipt-scale">
            <ReceiptBar bars={row.bars} />
          </div>
          <p class="receipt-sign" aria-hidden="true">
            {signOf(row.bars)}
          </p>
        </>
      )}
      <p class="receipt-amount">{row.amount}</p>
      {source === null || opened === null ? null : (
        <SourcePanel id={panel} source={source} onClose={() => onOpen(null)} onTry={tryOf(opened)} />
      )}
    </li>
  );
}

function classOfRow({ isApplied, bars }: ReceiptRow): string {
  return ["receipt-row", ...(isApplied ? [] : ["not-applied"]), ...(bars.length === 0 ? ["without-bar"] : [])].join(
    " ",
  );
}

/** The name of the step, why it counts or does not, and the rule that it follows. */
function aboutText(row: ReceiptRow): string {
  const { number, rounding, section } = row;
  return [`Step ${number}`, whyText(row), rounding, `section ${section}`].filter((part) => part !== null).join(" · ");
}
