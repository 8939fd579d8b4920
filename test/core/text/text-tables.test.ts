import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { TextGroups, TextSpool } from "../../../src/core/text/text-tables.ts";
import { runs } from "../../support/property-runs.ts";

describe("text groups", () => {
  function firstEquals(texts: readonly string[]): number[] | null {
    const groups = new TextGroups();
    for (const text of texts) groups.add(text);
    const firsts = groups.firstEquals();
    return firsts === null ? null : [...firsts];
  }

  test("each text is led to the first one that equals it", () => {
    expect(firstEquals(["a", "b", "a", "", "b", ""])).toEqual([0, 1, 0, 3, 1, 3]);
  });

  test("texts that all differ give nothing", () => {
    expect(firstEquals(["a", "b", "c"])).toBeNull();
    expect(firstEquals([])).toBeNull();
  });

  test("texts that share a 32-bit hash are distinguished", () => {
    // A quarter of a million texts: by the birthday rule some seven pairs share a hash.
    const texts = Array.from({ length: 250_000 }, (_, index) => `key ${index}`);
    expect(firstEquals(texts)).toBeNull();
    const firsts = firstEquals([...texts, "key 7"]);
    expect(firsts?.at(-1)).toBe(7);
    expect(firsts?.slice(0, -1).every((first, index) => first === index)).toBe(true);
  });

  test("any list of texts is grouped as indexOf groups it", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "grapheme", maxLength: 2 })), (texts) => {
        const expected = texts.map((text) => texts.indexOf(text));
        const areAllDifferent = expected.every((first, index) => first === index);
        expect(firstEquals(texts)).toEqual(areAllDifferent ? null : expected);
      }),
      runs(),
    );
  });
});

describe("text spool", () => {
  test("texts come back as they were, also past the end of a chunk", () => {
    const spool = new TextSpool();
    const texts = Array.from({ length: 40 }, (_, index) => `${index} é漢𝐀 ${"x".repeat(index * 20_000)}`);
    for (const text of texts) spool.add(text);
    expect(spool.count).toBe(40);
    texts.forEach((text, index) => {
      expect(spool.text(index)).toBe(text);
    });
  });

  test("the bytes of all texts come one after the other", () => {
    const spool = new TextSpool();
    const texts = ["", "é", "x".repeat(3_000_000), "last", ""];
    for (const text of texts) spool.add(text);
    expect(Buffer.concat([...spool.bytes()]).toString()).toBe(texts.join(""));
  });
});
