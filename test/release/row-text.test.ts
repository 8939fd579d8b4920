import { expect, test } from "vitest";
import { isSoundText, rowText, summedText, withoutSum } from "../../src/release/format.ts";

const PLACE = 77;
const text = rowText(["San Jos\u00e9", null, 3, 'Say "Ah", Clinic'], 12);
const summed = Buffer.from(summedText(text, PLACE));

test("a text with its checksum is JSON still, and sound at its own place alone", () => {
  expect(JSON.parse(String(summed)).slice(0, -1)).toEqual(["San Jos\u00e9", null, 3, 'Say "Ah", Clinic', 12]);
  expect(withoutSum(String(summed))).toBe(text);
  expect(isSoundText(summed, PLACE)).toBe(true);
  expect(isSoundText(summed, PLACE + 1)).toBe(false);
});

test("no bit of it can be another, and no byte be missing", () => {
  for (let bit = 0; bit < summed.length * 8; bit += 1) {
    const spoilt = Buffer.from(summed);
    spoilt.writeUInt8(spoilt.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
    expect(isSoundText(spoilt, PLACE), `bit ${bit}`).toBe(false);
  }
  for (let length = 0; length < summed.length; length += 1) {
    expect(isSoundText(summed.subarray(0, length), PLACE), `${length} bytes`).toBe(false);
  }
});

test.each([undefined, null, 7, "[1,2]", Buffer.from("]"), Buffer.from(",]"), Buffer.from("[12]")])(
  "what a damaged page may hold is not sound: %s",
  (content) => {
    expect(isSoundText(content, PLACE)).toBe(false);
  },
);
