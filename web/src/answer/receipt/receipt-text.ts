import type { ResultExplanation } from "../../../../src/answers/explanation/schema.ts";
import type { CatalogueSetting } from "../../api/ready.ts";
import { figureTitle, inWords, reasonText } from "../../words/names.ts";
import { printedText, readableText } from "./bars.tsx";
import { type Piece, withoutBrackets } from "./pieces.ts";
import { type DefaultUsed, type ReceiptRow, receiptOf } from "./receipt-of.ts";

/* The receipt in words, as it is read on the page and as it is copied: groups in figures, no names of fields. */

type Described = Pick<CatalogueSetting, "figures">;

/** What the figures of a calculation are called in it. */
export function namesIn({ inputs }: ResultExplanation): ReadonlySet<string> {
  return new Set(inputs.map(({ name }) => name));
}

/** The pieces of a formula as they are shown. */
export function readablePieces(
  pieces: readonly Piece[],
  explained: ResultExplanation,
  setting: Described,
): readonly Piece[] {
  const names = namesIn(explained);
  return withoutBrackets(pieces).map(({ text, ref }) => ({
    ref,
    text:
      ref === null
        ? readableText(reasonText(inWords(text, names, setting)))
        : printedText(text, unitOf(explained, ref)),
  }));
}

function unitOf({ steps, inputs }: ResultExplanation, ref: string) {
  return [...steps, ...inputs].find(({ id }) => id === ref)?.unit ?? null;
}

/** Why a step counts or does not: the comparison that decided it, or what it was computed for. */
export function whyText({ isApplied, decision, whyNot, amount }: ReceiptRow): string | null {
  if (isApplied) return decision === null ? null : `Decided: ${decision}`;
  const why = decision ?? whyNot;
  const outcome = amount === null ? "Not applied" : "Computed and not applied";
  return why === null ? outcome : `${outcome}: ${why}`;
}

/** `calculation_method` in the words of the page. */
export function formulaWords(method: string, explained: ResultExplanation, setting: Described): string {
  return readableText(reasonText(inWords(method, namesIn(explained), setting)));
}

/** The receipt as lines of text, one for each step and one for the payment. */
export function receiptLines(
  explained: ResultExplanation,
  setting: Described,
  defaults: readonly DefaultUsed[],
): readonly string[] {
  const { rows, total } = receiptOf(explained, (name) => figureTitle(name, setting), defaults);
  const lines = rows.map((row) => {
    const made = readablePieces(row.pieces, explained, setting).map(({ text }) => text);
    const title = row.title === null ? "" : `${readableText(row.title)}: `;
    const amount = row.amount === null ? "" : ` = ${row.amount}`;
    const why = whyText(row);
    const words = why === null ? "" : ` (${inWords(why, namesIn(explained), setting)})`;
    return `${row.number}. ${title}${made.join("")}${amount}${words}`;
  });
  return total === null ? lines : [...lines, `Payment: ${total.amount}`];
}
