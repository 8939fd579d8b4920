import fc from "fast-check";
import { expect, test } from "vitest";
import { foldName } from "../../../src/core/text/folding.ts";
import { VocabularyBuilder } from "../../../src/registry/names/vocabulary.ts";
import { Ranks } from "../../../src/registry/ranking.ts";

/** The words of each name, as the vocabulary numbers and spells them. */
function wordsOf(names: readonly string[]): string[][] {
  const builder = new VocabularyBuilder();
  for (const name of names) builder.add(name);
  const { text, starts } = builder.vocabulary();
  const spelt = (word: number) => Buffer.from(text.subarray((starts[word] ?? 0) + 1, starts[word + 1])).toString();
  const order = Uint32Array.from(names, (_, index) => index);
  const rows = builder.rowWords(new Ranks(order));
  return names.map((_, row) => Array.from(rows.items.subarray(rows.starts[row], rows.starts[row + 1]), spelt));
}

test("a word has one number wherever it appears", () => {
  const builder = new VocabularyBuilder();
  for (const name of ["Smith, John", "JOHN SMITH", "Smithson"]) builder.add(name);
  expect(builder.vocabulary().wordCount).toBe(3);
  expect(Buffer.from(builder.vocabulary().text).toString()).toBe(" SMITH JOHN SMITHSON ");
});

test("names have the words that folding gives them, in ASCII and beyond", () => {
  const name = fc.oneof(fc.string({ unit: "binary-ascii", maxLength: 20 }), fc.string({ unit: "grapheme" }));
  fc.assert(
    fc.property(fc.array(name, { maxLength: 20 }), (names) => {
      expect(wordsOf(names)).toEqual(
        names.map((each) =>
          foldName(each)
            .split(" ")
            .filter((word) => word !== ""),
        ),
      );
    }),
    { numRuns: 300 },
  );
});

test("many words, and long ones, keep their spelling", () => {
  const names = Array.from({ length: 3_000 }, (_, index) => `W${index} ${"X".repeat(index % 700)}`);
  expect(wordsOf(names)).toEqual(names.map((each) => foldName(each).split(" ")));
});
