import type { Random } from "../fire/random.ts";

/* Values that have broken programs: parsers, indexes, and code that folds, counts or compares text. */

const NUL = "\u0000";
const COMBINING = "\u0301\u0323";
const RIGHT_TO_LEFT = "\u202eabc\u2066";
const LONE_SURROGATE = "\ud800";

const TEXTS: readonly string[] = [
  "",
  " ",
  "   \t ",
  "\u00a0\u2003\ufeff",
  NUL,
  `99213${NUL}`,
  RIGHT_TO_LEFT,
  "\u{1f3e5}\u{1f468}\u200d\u2695\ufe0f",
  "\ufdfa".repeat(20),
  "\u0130\u0131\u00df\ufb03",
  "__proto__",
  "constructor",
  "null",
  "undefined",
  "NaN",
  "true",
  "-0",
  "0",
  "-1",
  "1e309",
  "0x10",
  "١٢٣",
  "9".repeat(400),
  "9007199254740993",
  "0.1".padEnd(300, "1"),
  "00000000000000000000001",
  "9999999999.99",
  "10000000000",
  "2026-02-30",
  "0000-00-00",
  "9999-12-31",
  "02/29/2023",
  "12/31/9999",
  "'; DROP TABLE keys; --",
  "%",
  "_%_",
  "%00",
  "../../etc/passwd",
  "{{7*7}}",
  "<script>",
  "a|b",
  '"',
  "\\",
  "\r\n\r\nGET / HTTP/1.1",
];

/** What a URL of 8 KiB holds of it when every character is percent-encoded. */
const LONG_LENGTHS = [129, 200, 1_000, 1_300];

/** A text that no careful client would send. */
export function nastyText(random: Random): string {
  const roll = random.whole(10);
  if (roll < 6) return random.pick(TEXTS);
  if (roll === 6) return "A".repeat(random.pick(LONG_LENGTHS));
  if (roll === 7) return `a${COMBINING.repeat(random.whole(400) + 1)}`;
  if (roll === 8) return Array.from({ length: random.whole(40) + 1 }, () => codePoint(random)).join("");
  return ` ${random.pick(TEXTS)} `;
}

/** A text too long for a URL, for bodies. */
export function hugeText(random: Random): string {
  return random.pick([
    `a${COMBINING.repeat(25_000)}`,
    "x".repeat(100_000),
    "\u0958".repeat(30_000),
    " ".repeat(100_000),
  ]);
}

/** A JSON value where text, a number or a truth value belongs. */
export function nastyJson(random: Random): unknown {
  const roll = random.whole(10);
  if (roll < 4) return nastyText(random);
  if (roll === 4) return random.chance(0.1) ? hugeText(random) : LONE_SURROGATE;
  return random.pick<unknown>([
    null,
    true,
    false,
    0,
    -1,
    1.5,
    1e21,
    1e308,
    2 ** 53,
    1_000_700_140,
    [],
    {},
    ["99213"],
    { npi: "1000700140" },
    JSON.parse('{"__proto__":{"npi":1}}'),
  ]);
}

/** An unknown parameter name, or one that means something to JavaScript. */
export function nastyName(random: Random): string {
  return random.pick([
    "__proto__",
    "constructor",
    "toString",
    "hasOwnProperty",
    "bilingcode",
    "",
    "npi ",
    "NPI",
    "x".repeat(300),
  ]);
}

function codePoint(random: Random): string {
  const value = random.whole(0x11_0000);
  return value >= 0xd800 && value < 0xe000 ? "\ufffd" : String.fromCodePoint(value);
}
