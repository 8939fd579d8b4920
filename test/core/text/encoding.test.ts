import { describe, expect, it, test } from "vitest";
import { isLongerThan, otherEncoding } from "../../../src/core/text/encoding.ts";
import { quoted, withoutInvisible } from "../../../src/core/text/refusal.ts";
import { wrapped, wrappedCommand } from "../../../src/core/text/terminal.ts";

describe("other encoding", () => {
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
});

describe("characters", () => {
  it.each([
    ["", 0, false],
    ["abc", 3, false],
    ["abcd", 3, true],
    // Two UTF-16 units each.
    ["\u{1F600}\u{1F600}\u{1F600}", 3, false],
    ["\u{1F600}\u{1F600}\u{1F600}\u{1F600}", 3, true],
    ["\u{1F600}abcd", 4, true],
    // An accent of its own is a character.
    ["e\u0301", 1, true],
  ])("%j is longer than %d characters: %s", (text, charactersMax, isLonger) => {
    expect(isLongerThan(text, charactersMax)).toBe(isLonger);
  });
});

describe("invisible", () => {
  test("invisible characters are left out of what is read, and shown in messages", () => {
    expect(withoutInvisible("\u202e12\u200b3\u00ad\u2060")).toBe("123");
    expect(withoutInvisible("Peña 5")).toBe("Peña 5");
    expect(quoted("\u202eabc")).toBe('"\\u202eabc"');
  });
});

describe("terminal", () => {
  it("what fits stands on one line behind its lead", () => {
    expect(wrapped("  s1  ", "unit value (4.38)")).toBe("  s1  unit value (4.38)");
    expect(wrapped("    ", `${"a".repeat(90)} bcdef`)).toBe(`    ${"a".repeat(90)} bcdef`);
  });

  it("what does not goes on below what follows the lead", () => {
    expect(wrapped("  s1  ", `${"a".repeat(90)} bcde`)).toBe(`  s1  ${"a".repeat(90)}\n      bcde`);
  });

  it("a word that is longer than a line is cut", () => {
    expect(wrapped("  ", "x".repeat(200))).toBe(`  ${"x".repeat(98)}\n  ${"x".repeat(98)}\n  ${"x".repeat(4)}`);
  });

  it("control characters do not reach the terminal", () => {
    expect(wrapped("", "Golden\u001b[31m Poppy\r\nMedical\u0007 Center")).toBe("Golden [31m Poppy Medical Center");
  });

  it("a command is broken between its words, so that a shell reads it as one", () => {
    const long = `provider_name='${"a b ".repeat(25)}'`;
    expect(wrappedCommand("  ", ["ratebook", "explain", long, "x=1"])).toBe(
      `  ratebook explain \\\n    ${long} \\\n    x=1`,
    );
  });
});
