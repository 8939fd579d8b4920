import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Refusal } from "../../src/core/text/refusal.ts";
import {
  isWellFormedToken,
  lastFour,
  mintToken,
  randomText,
  readDuration,
  readExpiry,
  readStates,
  tokenHash,
} from "../../src/keys/api-key.ts";
import { EndedSessions } from "../../src/keys/ended-sessions.ts";
import { runs } from "../support/property-runs.ts";

describe("token", () => {
  test("a token has the prefix that secret scanners look for and at least 190 random bits", () => {
    const token = mintToken();
    expect(token).toMatch(/^rb_live_[0-9A-Za-z]{39}$/);
    expect(33 * Math.log2(62)).toBeGreaterThan(190);
  });

  test("every minted token is well formed, and no two are alike", () => {
    const tokens = Array.from({ length: 500 }, mintToken);
    expect(tokens.every(isWellFormedToken)).toBe(true);
    expect(new Set(tokens).size).toBe(tokens.length);
  });

  test("a token with any one character changed is not well formed", () => {
    const token = mintToken();
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: token.length - 1 }),
        fc.string({ minLength: 1, maxLength: 1 }),
        (place, character) => {
          const mistyped = token.slice(0, place) + character + token.slice(place + 1);
          return mistyped === token || !isWellFormedToken(mistyped);
        },
      ),
      runs(),
    );
  });

  test("no other text is well formed", () => {
    fc.assert(
      fc.property(fc.string(), (text) => !isWellFormedToken(text)),
      runs(),
    );
    fc.assert(
      fc.property(fc.string(), (text) => !isWellFormedToken(`rb_live_${text}`)),
      runs(),
    );
  });

  test("what is stored is a SHA-256 and the last four characters", () => {
    const token = mintToken();
    expect(tokenHash(token)).toMatch(/^[0-9a-f]{64}$/);
    expect(lastFour(token)).toBe(token.slice(-4));
  });

  test("random text uses every letter and digit about equally", () => {
    const counts = new Map<string, number>();
    for (const character of randomText(62_000)) counts.set(character, (counts.get(character) ?? 0) + 1);
    expect(counts.size).toBe(62);
    // A thousand each on average; ten standard deviations are about 315.
    for (const count of counts.values()) expect(Math.abs(count - 1_000)).toBeLessThan(315);
  });
});

describe("lifetime", () => {
  const NOW = new Date("2026-11-15T12:00:00Z");

  test.each([
    ["10s", 10_000],
    ["45m", 45 * 60_000],
    ["12h", 12 * 3_600_000],
    ["30d", 30 * 86_400_000],
    ["0h", 0],
  ])("%s is a duration", (text, milliseconds) => {
    expect(readDuration(text)).toBe(milliseconds);
  });

  test.each(["", "30", "d", "1w", "-1d", "1.5h", " 1d", "9999999d"])("%j is no duration", (text) => {
    expect(readDuration(text)).toBeInstanceOf(Refusal);
  });

  test("a key expires after a duration or at the start of a day in UTC", () => {
    expect(readExpiry("36h", NOW)).toEqual(new Date("2026-11-17T00:00:00Z"));
    expect(readExpiry("2027-01-01", NOW)).toEqual(new Date("2027-01-01T00:00:00Z"));
  });

  test.each(["2026-11-15", "2020-01-01", "0d"])("%s is refused: it is not to come", (text) => {
    expect(readExpiry(text, NOW)).toEqual(new Refusal("a time to come"));
  });

  test.each(["2027-02-30", "tomorrow", "01/01/2027"])("%s is refused with the forms that are understood", (text) => {
    expect(readExpiry(text, NOW)).toEqual(new Refusal("a duration such as 30d or 12h, or a day such as 2027-01-01"));
  });
});

describe("scope", () => {
  const KNOWN = ["ca", "fl"];

  test("states are read without regard to case, spaces and repetition", () => {
    expect(readStates(" CA, fl ,ca", KNOWN)).toEqual(["ca", "fl"]);
  });

  test("an unknown state is named", () => {
    expect(readStates("ca,tx", KNOWN)).toEqual(new Refusal('known states (ca, fl); "tx" is none'));
  });

  test("no state at all is refused", () => {
    expect(readStates(" , ", KNOWN)).toEqual(new Refusal("at least one of ca, fl"));
  });
});

const HOUR = 3_600_000;

function session(id: string, expiresAtMilliseconds = HOUR, keyId = "key") {
  return { keyId, id, expiresAtMilliseconds };
}

describe("ended sessions", () => {
  test("are remembered one by one", () => {
    const ended = new EndedSessions([], () => 0);
    ended.add(session("a"));
    expect(ended.has(session("a"))).toBe(true);
    expect(ended.has(session("b"))).toBe(false);
  });

  test("are forgotten when they have expired by themselves", () => {
    let now = 0;
    const ended = new EndedSessions([], () => now);
    ended.add(session("a", HOUR));
    now = HOUR;
    ended.add(session("b", 2 * HOUR, "another"));
    expect(ended.list()).toEqual([{ keyId: "another", allUntilMilliseconds: 0, expiries: [["b", 2 * HOUR]] }]);
  });

  test("take no more memory than 200 of a key: beyond that those that expire first have ended all together", () => {
    const ended = new EndedSessions([], () => 0);
    for (let nth = 0; nth < 10_000; nth += 1) ended.add(session(`s${nth}`, HOUR + nth));
    expect(ended.list()[0]?.expiries).toHaveLength(200);
    for (let nth = 0; nth < 10_000; nth += 1) expect(ended.has(session(`s${nth}`, HOUR + nth))).toBe(true);
    // 9,800 were dropped: the last of them expires at HOUR + 9,799.
    expect(ended.has(session("still open", HOUR + 9_799))).toBe(true);
    expect(ended.has(session("still open", HOUR + 9_800))).toBe(false);
    expect(ended.has(session("of another key", HOUR, "another"))).toBe(false);
  });

  test("are all known to a process that begins with the list of another", () => {
    const ended = new EndedSessions([], () => 0);
    for (let nth = 0; nth < 201; nth += 1) ended.add(session(`s${nth}`, HOUR + nth));
    const other = new EndedSessions(ended.list(), () => 0);
    expect(other.has(session("s0", HOUR))).toBe(true);
    expect(other.has(session("s200", HOUR + 200))).toBe(true);
    expect(other.has(session("open", HOUR + 1))).toBe(false);
  });
});
