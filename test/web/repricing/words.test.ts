import { describe, expect, it } from "vitest";
import { sizeText, tooLarge } from "../../../web/src/repricing/choose-file.tsx";
import { firstRecords } from "../../../web/src/repricing/first-records.ts";
import { timeLeftText } from "../../../web/src/repricing/job-view.tsx";

describe("Sizes", () => {
  it.each([
    [812, "812 bytes"],
    [1_536, "1.5 KB"],
    [256 * 1024 * 1024, "256 MB"],
  ])("of %d bytes are %s", (bytes, text) => expect(sizeText(bytes)).toBe(text));

  it("beyond the limit are told before anything is sent, and the limit itself is fine", () => {
    expect(tooLarge(256 * 1024 * 1024)).toBeNull();
    expect(tooLarge(256 * 1024 * 1024 + 1)).toMatchObject({ status: 413 });
  });
});

describe("The time that is left", () => {
  it.each([
    [1_999, 10, 100, ""],
    [2_000, 10, 100, "about 20 seconds left"],
    [10_000, 10, 100, "about 2 minutes left"],
    [10_000, 99, 100, "almost done"],
    [10_000, 0, 100, ""],
    [10_000, 100, 100, ""],
  ])("after %d ms with %d of %d is: %s", (elapsed, done, total, text) => {
    expect(timeLeftText(elapsed, done, total)).toBe(text);
  });
});

describe("The first records of a CSV", () => {
  const text = 'line,reason\r\n2,"a ""b"", c\nd"\r\n3,last';

  it("keep quotes, commas and line ends inside cells", () => {
    expect(firstRecords(text, 9, true)).toEqual([
      ["line", "reason"],
      ["2", 'a "b", c\nd'],
      ["3", "last"],
    ]);
  });

  it("leave out one that is cut off, and those beyond the number asked for", () => {
    expect(firstRecords(text, 9, false)).toHaveLength(2);
    expect(firstRecords(text, 1, true)).toEqual([["line", "reason"]]);
  });
});
