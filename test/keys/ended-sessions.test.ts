import { describe, expect, test } from "vitest";
import { EndedSessions } from "../../src/keys/ended-sessions.ts";

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
