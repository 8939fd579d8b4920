import { describe, expect, it } from "vitest";
import type { Day } from "../../../src/core/calendar/day.ts";
import { lookupOf } from "../../../src/pricing/state/state.ts";
import { columnsText, daysLeftToToday, readColumns } from "../../../src/reprice/reading/input-columns.ts";
import { zeeland } from "../../serve/http/support/fake-state.ts";

const lookup = lookupOf(zeeland, "outpatient");

function read(names: readonly string[], compare: string | null = null, passThrough: readonly string[] = []) {
  return readColumns({ names, lookup, decided: new Map(), compare, passThrough });
}

describe("The columns of an input", () => {
  it("are parameters by their names, in any order; the others are passed through", () => {
    expect(read(["claim", "npi", "", "billing_code", "paid", "claim"], "paid")).toEqual({
      ok: true,
      columns: {
        count: 6,
        parameters: [
          { name: "billing_code", heading: "billing_code", index: 3 },
          { name: "npi", heading: "npi", index: 1 },
        ],
        modifiers: [],
        severity: null,
        codeSystem: null,
        units: null,
        paid: { name: "paid", index: 4 },
        allowed: null,
        billed: null,
        guessed: [],
      },
      warnings: [],
    });
  });

  it("must hold what every lookup needs", () => {
    expect(read(["claim"])).toEqual({
      ok: false,
      faults: [
        expect.stringMatching(/^There is no column billing_code: /),
        expect.stringMatching(
          /^There is no column that identifies the provider: one of npi, .*is needed\. Say which one it is with --columns "Its heading=npi"\.$/,
        ),
      ],
    });
  });

  it("are refused when one is a slip away from a parameter that is missing", () => {
    expect(read(["npi", "biling_code", "billing_code"])).toMatchObject({ ok: true });
    expect(read(["npi", "billing_code", "lenght_of_stay"])).toEqual({
      ok: false,
      faults: [
        'The column "lenght_of_stay" looks like length_of_stay. Say so with --columns "lenght_of_stay=length_of_stay", or say --pass-through "lenght_of_stay" when it is something else.',
      ],
    });
    expect(read(["npi", "billing_code", "lenght_of_stay"], null, ["lenght_of_stay"])).toMatchObject({ ok: true });
  });

  it("come with a warning when one is a slip away from a parameter that is there", () => {
    expect(read(["npi", "billing_code", "NPI"])).toMatchObject({
      warnings: ['"NPI" is passed through: there is a column npi.'],
    });
  });

  it("must not have a parameter twice", () => {
    expect(read(["npi", "billing_code", "npi"])).toEqual({
      ok: false,
      faults: ["There are 2 columns npi. Leave one of them."],
    });
  });

  it.each([
    [["npi", "billing_code", "paid_amount"], "paid_amnt", "did you mean paid_amount?"],
    [["npi", "billing_code"], "what we were paid", "the columns are npi, billing_code"],
  ])("must hold the one to compare with: %j", (names, compare, remedy) => {
    expect(read(names, compare)).toEqual({
      ok: false,
      faults: [expect.stringContaining(`for --compare; ${remedy}`)],
    });
  });

  it("leave a day without a column to today", () => {
    const columns = (names: readonly string[]) => {
      const outcome = read(names);
      if (!outcome.ok) throw new Error(outcome.faults.join());
      return outcome.columns;
    };
    const days = lookup.reader.names.filter((name) => name.includes("date"));
    expect(daysLeftToToday(lookup, columns(["npi", "billing_code"]), "2026-11-15" as Day)).toEqual(days);
    expect(daysLeftToToday(lookup, columns(["npi", "billing_code", ...days]), "2026-11-15" as Day)).toEqual([]);
  });

  it("are told without marks that would turn a terminal's direction of writing", () => {
    const names = ["\u202enpi\u202c", "billing_code", "Payer\u200f"];
    const outcome = read(names);
    if (!outcome.ok) throw new Error(outcome.faults.join());
    expect(columnsText(names, outcome.columns)).toBe("Columns: npi, billing_code. Passed through: Payer.");
  });
});
