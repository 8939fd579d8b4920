import { expect, test } from "vitest";
import { TextSpool } from "../../../../src/core/text/text-tables.ts";

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
