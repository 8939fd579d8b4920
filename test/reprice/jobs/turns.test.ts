import { expect, test } from "vitest";
import { Turns } from "../../../src/reprice/jobs/turns.ts";

interface File {
  readonly name: string;
  readonly keyId: string;
  readonly bytes: number;
}

function turnsOf(...files: readonly (readonly [keyId: string, bytes: number])[]): Turns<File> {
  const turns = new Turns<File>();
  for (const [keyId, bytes] of files) turns.push({ name: `${keyId}${bytes}`, keyId, bytes });
  return turns;
}

function order(turns: Turns<File>): string[] {
  const names: string[] = [];
  for (let file = turns.next(); file !== null; file = turns.next()) names.push(file.name);
  return names;
}

test("every key has one turn in a round, with its shortest file; the shortest of them comes first", () => {
  const turns = turnsOf(["a", 50], ["a", 40], ["a", 30], ["b", 90], ["c", 10], ["c", 20]);
  expect(turns.size).toBe(6);
  expect(order(turns)).toEqual(["c10", "a30", "b90", "c20", "a40", "a50"]);
  expect(turns.size).toBe(0);
});

test("ten files of one key delay another by one of them", () => {
  const flood = Array.from({ length: 10 }, (_, at) => ["flood", at + 1] as const);
  expect(order(turnsOf(...flood, ["b", 1_000])).indexOf("b1000")).toBe(1);
});

test("short files that keep coming from other keys pass a long one over once each, not for ever", () => {
  const turns = turnsOf(["long", 1_000]);
  const worked: string[] = [];
  for (let at = 0; at < 20 && !worked.includes("long1000"); at += 1) {
    for (const keyId of ["b", "c"]) turns.push({ name: `${keyId}${at}`, keyId, bytes: at });
    worked.push(turns.next()?.name ?? "");
  }
  expect(worked).toEqual(["b0", "c0", "long1000"]);
});

test("a key's own short files pass its long one over four times and no more", () => {
  const turns = turnsOf(["a", 1_000]);
  const worked: string[] = [];
  for (let bytes = 1; bytes <= 6; bytes += 1) {
    turns.push({ name: `a${bytes}`, keyId: "a", bytes });
    worked.push(turns.next()?.name ?? "");
  }
  expect(worked).toEqual(["a1", "a2", "a3", "a4", "a1000", "a5"]);
});

test("a key that may have no turn now is left out, and loses none", () => {
  const turns = turnsOf(["a", 1], ["b", 2]);
  expect(turns.next((keyId) => keyId !== "a")?.name).toBe("b2");
  expect(turns.next((keyId) => keyId !== "a")).toBeNull();
  expect(turns.next()?.name).toBe("a1");
});

test("another key waits, or none", () => {
  const turns = turnsOf(["a", 1]);
  expect([turns.hasOther("a"), turns.hasOther("b")]).toEqual([false, true]);
});

test("what is removed has no turn", () => {
  const turns = turnsOf(["a", 1], ["a", 2]);
  const [first] = turns.waiting;
  expect(first === undefined ? null : [turns.remove(first), turns.remove(first)]).toEqual([true, false]);
  expect(order(turns)).toEqual(["a2"]);
});
