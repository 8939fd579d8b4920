import { expect, test } from "vitest";
import { type CataloguedRelease, namedRelease } from "../../../src/nodes/catalogue/release-catalogue.ts";

function release(version: string, hashStart: string): CataloguedRelease {
  const contentHash = hashStart.padEnd(64, "0");
  return {
    ...{ contentHash, version, name: "rates", bytes: 1, sha256: contentHash },
    ...{ pushedAt: "2026-11-16T08:00:00.000Z", pushedBy: "me" },
  };
}

const JANUARY = release("2026.1", "aaaaaa1");
const FEBRUARY = release("2026.2", "bbbbbb1");
const FEBRUARY_AGAIN = release("2026.2", "bbbbbb2");
const ALL = [FEBRUARY_AGAIN, FEBRUARY, JANUARY];

test("a release is named by its version or by the beginning of its hash", () => {
  expect(namedRelease(ALL, "2026.1")).toBe(JANUARY);
  expect(namedRelease(ALL, "aaaaaa")).toBe(JANUARY);
  expect(namedRelease(ALL, "bbbbbb2")).toBe(FEBRUARY_AGAIN);
  expect(namedRelease(ALL, FEBRUARY.contentHash)).toBe(FEBRUARY);
});

test("which of two is meant is asked, never guessed", () => {
  expect(() => namedRelease(ALL, "2026.2")).toThrow(
    /^"2026.2" names 2 releases. Name one by its hash: bbbbbb200000 \(2026.2, pushed .*\), bbbbbb100000 /,
  );
  expect(() => namedRelease(ALL, "bbbbbb")).toThrow(/names 2 releases/);
});

test("a version that looks like the hash of another is two", () => {
  const odd = release("aaaaaa", "cccccc");
  expect(() => namedRelease([...ALL, odd], "aaaaaa")).toThrow(/names 2 releases/);
});

test("what is not there is told with what is; five characters are no hash", () => {
  expect(() => namedRelease(ALL, "2026.3")).toThrow(
    /^There is no release "2026.3". Known are 2026.2 \(bbbbbb200000\), /,
  );
  expect(() => namedRelease(ALL, "aaaaa")).toThrow(/^There is no release "aaaaa"/);
  expect(() => namedRelease([], "2026.1")).toThrow(/None has been pushed/);
});
