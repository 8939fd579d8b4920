import { expect, test } from "vitest";
import { answerKind } from "../../src/answers/answer.ts";
import { integer, object } from "../../src/core/schema/schema.ts";
import type { Release } from "../../src/release/release.ts";
import { TODAY } from "../every-state/engines.ts";

/** A kind of answer about a release that says it has answered so many lookups, after so many were admitted. */
function kindWith(lookups: number, admitted: number) {
  return answerKind({
    about: "release",
    name: "counted",
    path: "/counted",
    noun: "count",
    summary: "Counted",
    description: () => "A count.",
    counts: "two lookups",
    examples: () => [],
    command: { description: "", parameters: "", example: "" },
    rows: "One row.",
    parameters: () => ({ parameters: {}, read: () => ({ ok: true, request: null }) }),
    schema: () => object("Count", { count: integer("How many.") }),
    answer: async (_request, { admits }) =>
      admitted === 0 || (await admits(admitted)) ? { value: { count: lookups }, lookups, results: [] } : null,
    table: () => ({ columns: [], rows: [] }),
    text: () => ({ text: "", remarks: [] }),
  });
}

const subject = { release: {} as Release, states: [], staleAfterMonths: null };
const ask = (lookups: number, admitted: number, verdict = true) =>
  kindWith(lookups, admitted).ask({}, TODAY, { ...subject, admits: async () => verdict });

test("an answer of more lookups than were admitted is our mistake, and is not sent", async () => {
  await expect(ask(2, 0)).rejects.toThrow("counted: 2 lookups, 1 admitted");
  await expect(ask(5, 4)).rejects.toThrow("counted: 5 lookups, 4 admitted");
  expect(await ask(1, 0)).toMatchObject({ ok: true, lookups: 1 });
  expect(await ask(4, 5)).toMatchObject({ ok: true, lookups: 4 });
  expect(await ask(4, 5, false)).toBeNull();
});

test("what a kind counts as stands at the end of its description", () => {
  expect(kindWith(1, 1).description(null)).toBe("A count. Counts as two lookups.");
});
