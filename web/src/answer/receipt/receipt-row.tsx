import type { ResultExplanation } from "../../../../src/answers/explanation/schema.ts";
import type { CatalogueSetting } from "../../api/catalogue.ts";
import { figureName, inWords } from "../../words/figure-name.ts";
import { printedText, readableText } from "./amounts.ts";
import { FigureChip } from "./figure-chip.tsx";
import { type Piece, withoutBrackets } from "./pieces.ts";
import { ReceiptBar, signOf } from "./receipt-bar.tsx";
import type { ReceiptRow } from "./receipt-of.ts";
import { sourceOf } from "./source-of.ts";
import { SourcePanel } from "./source-panel.tsx";

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
export function ReceiptLine({ row, explained, setting, open, onOpen, tryOf, numberOf }: ReceiptLineProps) {
  const made = withoutBrackets(row.pieces);
  const pieces = [...made, ...row.unprinted];
  const names = new Set(explained.inputs.map(({ name }) => name));
  const panel = `source-${row.id}`;
  const opened = open === null ? null : (pieces[open]?.ref ?? null);
  const source = opened === null ? null : sourceOf(explained, opened, setting);

  function shown(piece: Piece, place: number) {
    if (piece.ref === null) return readableText(inWords(piece.text, names, setting));
    const { ref } = piece;
    const input = explained.inputs.find(({ id }) => id === ref);
    const text = printedText(piece.text, unitOf(explained, ref));
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
    <li id={`step-${row.id}`} class={row.isApplied ? "receipt-row" : "receipt-row not-applied"} tabIndex={-1}>
      <div class="receipt-made">
        {row.title === null ? null : <p class="receipt-title">{readableText(row.title)}</p>}
        <p class="receipt-formula">{made.map(shown)}</p>
        {row.unprinted.length === 0 ? null : (
          <p class="receipt-about">With {row.unprinted.map((piece, index) => shown(piece, made.length + index))}</p>
        )}
        <p class="receipt-about">{inWords(aboutText(row), names, setting)}</p>
      </div>
      <div class="receipt-scale">{row.bars.length === 0 ? null : <ReceiptBar bars={row.bars} />}</div>
      <p class="receipt-sign" aria-hidden="true">
        {signOf(row.bars)}
      </p>
      <p class="receipt-amount">{row.amount}</p>
      {source === null || opened === null ? null : (
        <SourcePanel id={panel} source={source} onClose={() => onOpen(null)} onTry={tryOf(opened)} />
      )}
    </li>
  );
}

function aboutText({ number, rounding, section, isApplied, decision, amount }: ReceiptRow): string {
  const applied = isApplied ? null : amount === null ? "Not applied" : "Computed and not applied";
  const why = decision === null ? applied : `${applied ?? "Decided"}: ${decision}`;
  return [`Step ${number}`, why, rounding, `section ${section}`].filter((part) => part !== null).join(" · ");
}

function unitOf({ steps, inputs }: ResultExplanation, ref: string) {
  return [...steps, ...inputs].find(({ id }) => id === ref)?.unit ?? null;
}
