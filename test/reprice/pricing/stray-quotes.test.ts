import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { runs } from "../../support/property-runs.ts";
import { sampleClaims } from "../support/sample-claims.ts";

/* Small files with quotation marks anywhere: no claim is lost without a word, and none has an amount of another line. */

const { reprice } = sampleClaims();

const COLUMNS = ["claim", "npi", "billing_code", "date_of_service", "paid"];
/** The rate of 99213 in the sample. */
const RATE_CENTS = 2400;
/** Each line was paid another amount: a difference says whose. */
const paidCents = (place: number) => 1000 + 7 * place;

/** A quotation mark in one of the lines, the headings being line 0: in front of a cell, behind it, inside it, or as all of it. */
interface Mark {
  readonly line: number;
  readonly cell: number;
  readonly where: "front" | "behind" | "inside" | "alone";
}

interface Form {
  readonly separator: string;
  readonly lineEnd: string;
  /** Where the column of notes stands. */
  readonly notesAt: number;
  readonly notes: readonly string[];
  readonly marks: readonly Mark[];
}

/** Two marks in the headings make one column of two: no line has as many cells as such headings. */
const hasItsColumns = ({ marks }: Form) => marks.filter(({ line }) => line === 0).length < 2;

const form: fc.Arbitrary<Form> = fc
  .record({
    separator: fc.constantFrom(",", ";", "\t", "|"),
    lineEnd: fc.constantFrom("\n", "\r\n"),
    notesAt: fc.nat({ max: COLUMNS.length }),
    notes: fc.array(fc.constantFrom("", " ", "x", "5 foot", "x y "), { minLength: 1, maxLength: 5 }),
    marks: fc.array(
      fc.record({
        line: fc.nat({ max: 5 }),
        // Most marks stand in the notes.
        cell: fc.oneof(fc.constant(-1), fc.nat({ max: COLUMNS.length })),
        where: fc.constantFrom("front", "behind", "inside", "alone"),
      }),
      { maxLength: 5 },
    ),
  })
  .filter(hasItsColumns);

function marked(cell: string, where: Mark["where"]): string {
  if (where === "front") return `"${cell}`;
  if (where === "behind") return `${cell}"`;
  return where === "alone" ? '"' : `${cell.slice(0, 2)}"${cell.slice(2)}`;
}

/** The cells of a file, its headings first. */
function linesOf({ notesAt, notes, marks }: Form): readonly (readonly string[])[] {
  const withNote = (cells: readonly string[], note: string) => cells.toSpliced(notesAt, 0, note);
  const claims = notes.map((note, place) =>
    withNote([`claim ${place}`, "1000700140", "99213", "2026-10-01", (paidCents(place) / 100).toFixed(2)], note),
  );
  const lines = [withNote(COLUMNS, "note"), ...claims];
  for (const { line, cell, where } of marks) {
    const cells = lines[line];
    const at = cell < 0 ? notesAt : cell;
    // In place of a code, a provider or a day, two marks would leave no claim.
    if (cells === undefined || (where === "alone" && at !== notesAt)) continue;
    lines[line] = cells.with(at, marked(cells[at] as string, where));
  }
  return lines;
}

describe("A file with quotation marks anywhere", () => {
  it("has each claim priced, rejected, or counted as one that a mark swallows", async () => {
    await fc.assert(
      fc.asyncProperty(form, async (made) => {
        const { separator, lineEnd, marks } = made;
        const lines = linesOf(made);
        const text = lines.map((cells) => `${cells.join(separator)}${lineEnd}`).join("");
        const done = await reprice(text).catch((error: unknown) => error as Error);
        if (done instanceof Error) {
          expect(done.message).toMatch(/in\.csv/);
          expect(marks.some(({ line }) => line === 0)).toBe(true);
          return;
        }
        if (done.outcome.kind !== "complete") throw new Error("it was interrupted");
        const seen = [
          ...done.results.map(({ input_line }) => input_line),
          ...done.faults.map(({ fault_line }) => fault_line),
        ];
        const swallowing = done.faults.filter(({ fault_reasons }) => fault_reasons?.includes("makes one cell")).length;
        const swallowed = Object.fromEntries(done.outcome.tally.noted).openQuote ?? 0;
        expect(new Set(seen).size - swallowing + swallowed).toBe(lines.length - 1);
        for (const { input_line, difference } of done.results) {
          const expected = RATE_CENTS - paidCents(Number(input_line) - 2);
          if (difference !== "") expect(difference).toBe((expected / 100).toFixed(2));
        }
      }),
      runs(300),
    );
  });
});
