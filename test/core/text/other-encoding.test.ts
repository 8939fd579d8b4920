import { expect, it } from "vitest";
import { otherEncoding } from "../../../src/core/text/encoding.ts";

const TEXT = '{"requests":[]}';
const wide = (text: string, width: 2 | 4, isBigEndian: boolean) =>
  Buffer.concat(
    [...text].map((character) => {
      const unit = Buffer.alloc(width);
      const code = character.codePointAt(0) as number;
      if (isBigEndian) unit.writeUIntBE(code, 0, width);
      else unit.writeUIntLE(code, 0, width);
      return unit;
    }),
  );

it.each([
  [2, true, "UTF-16"],
  [2, false, "UTF-16"],
  [4, true, "UTF-32"],
  [4, false, "UTF-32"],
] as const)("text of %i bytes a character (big endian: %s) is %s, with a byte order mark and without", (...row) => {
  const [width, isBigEndian, name] = row;
  expect(otherEncoding(wide(TEXT, width, isBigEndian))).toBe(name);
  expect(otherEncoding(wide(`\ufeff${TEXT}`, width, isBigEndian))).toBe(name);
});

it.each(["", "1", "{}", TEXT, `\ufeff${TEXT}`, '"\u00e9"'])("%j in UTF-8 may be UTF-8", (text) => {
  expect(otherEncoding(new TextEncoder().encode(text))).toBeNull();
});
