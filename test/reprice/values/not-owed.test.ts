import { describe, expect, it, test } from "vitest";
import { Refusal } from "../../../src/core/text/refusal.ts";
import { isReplaced, NOT_OWED_CODES, readNotOwed, WHY_NOT_OWED } from "../../../src/reprice/values/not-owed.ts";

describe("A cell that says why a line is not owed", () => {
  it.each(NOT_OWED_CODES)("has the code %s, with or without a detail", (code) => {
    expect(readNotOwed(code)).toEqual({ code, detail: "" });
    expect(readNotOwed(code.replaceAll("_", " "))).toEqual({ code, detail: "" });
    expect(readNotOwed(` ${code.toUpperCase()} (CO-29: too late (a year)) `)).toEqual({
      code,
      detail: "CO-29: too late (a year)",
    });
  });

  it.each(["", "  ", "NULL", "N/A", "none"])("is empty where the line is owed: %j", (cell) => {
    expect(readNotOwed(cell)).toBeNull();
  });

  it.each(["plan", "denied CO-29", "denied (CO-29", "(CO-29)", "no", "#N/A", `denied (${"x".repeat(400)})`])(
    "is refused with the codes when it has none of them: %j",
    (cell) => {
      expect(readNotOwed(cell)).toBeInstanceOf(Refusal);
    },
  );

  it("is refused with every code that there is", () => {
    const refusal = readNotOwed("plan") as Refusal;
    for (const code of NOT_OWED_CODES) expect(refusal.expected).toContain(code);
  });
});

test("every reason has words, a meaning and a remedy, each in sentences", () => {
  for (const { words, meaning, remedy } of Object.values(WHY_NOT_OWED)) {
    expect(words).toMatch(/^[a-z' ]+$/);
    expect(meaning).toMatch(/^[A-Z].*\.$/);
    expect(remedy).toMatch(/^[A-Z].*\.$/);
  }
});

test("a line that undoes another or is undone is no further claim; a denied one is", () => {
  const replaced = NOT_OWED_CODES.filter((code) => isReplaced({ code, detail: "" }));
  expect(replaced).toEqual(["reversed", "reversal", "corrected"]);
});
