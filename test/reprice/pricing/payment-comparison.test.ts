import { describe, expect, it, test } from "vitest";
import { difference } from "../../../src/core/money/arithmetic.ts";
import { factor } from "../../../src/core/money/factor.ts";
import { totalsReading } from "../../../src/reprice/pricing/line-fault.ts";
import {
  expectedOf,
  judge,
  NO_TOLERANCE,
  readTolerance,
  type Tolerance,
} from "../../../src/reprice/pricing/payment-comparison.ts";
import { reasonOfNoAmount } from "../../../src/reprice/pricing/reason.ts";

describe("verdict", () => {
  function verdict(expected: string, paid: string, tolerance: Tolerance = NO_TOLERANCE): string {
    return judge(tolerance)(factor(expected), difference(factor(expected), factor(paid)));
  }

  it("judges to the cent without a tolerance", () => {
    expect([verdict("10.00", "9.99"), verdict("10.00", "10.00"), verdict("10.00", "10.01")]).toEqual([
      "underpaid",
      "asExpected",
      "overpaid",
    ]);
  });

  it("takes a difference as large as the tolerance as expected, and one cent more not", () => {
    const half = { figure: "0.50", of: "dollars" } as const;
    expect([verdict("10", "9.50", half), verdict("10", "9.49", half)]).toEqual(["asExpected", "underpaid"]);
    expect([verdict("10", "10.50", half), verdict("10", "10.51", half)]).toEqual(["asExpected", "overpaid"]);
  });

  it("takes a percentage of the expected amount, without rounding", () => {
    // 1% of 33.33 is 0.3333: 33 cents are within, 34 are not.
    const one = { figure: "1", of: "percent" } as const;
    expect([verdict("33.33", "33.00", one), verdict("33.33", "32.99", one)]).toEqual(["asExpected", "underpaid"]);
    // 1% of 50.00 is 0.50 exactly.
    expect([verdict("50.00", "50.50", one), verdict("50.00", "50.51", one)]).toEqual(["asExpected", "overpaid"]);
    expect(verdict("0.00", "0.01", one)).toBe("overpaid");
  });
});

const CLAIM_LINES = { procedures: [], facilityTypes: [], modifiers: [], isPerUnit: () => true, unitsMax: () => "4" };

describe("The units of a line", () => {
  it.each([
    ["3", "3", "30.00", false],
    // Just as many as the state pays are not cut.
    ["4", "4", "40.00", false],
    ["4.0001", "4", "40.00", true],
  ])("%s are paid as %s where the state pays four", (units, priced, amount, isCut) => {
    expect(expectedOf({ payment_rate: "10.00" }, factor(units), true, CLAIM_LINES)).toMatchObject({
      unitsPriced: { text: priced },
      amount: factor(amount),
      isCut,
    });
  });
});

describe("tolerance text", () => {
  test.each(["0.5", "0.50", "$0.500", "00.5"])(
    "%s is half a dollar: a run that is resumed may say it otherwise",
    (text) => {
      expect(readTolerance(text)).toEqual({ figure: "0.50", of: "dollars" });
    },
  );

  test.each([
    ["10", "10.00"],
    ["100.00", "100.00"],
    ["0.005", "0.005"],
  ])("%s keeps its digits", (text, figure) => {
    expect(readTolerance(text)).toEqual({ figure, of: "dollars" });
  });

  test.each(["0", "0.00"])("%s is no tolerance", (text) => {
    expect(readTolerance(text)).toEqual(NO_TOLERANCE);
  });
});

describe("reason", () => {
  test.each([
    [
      {
        error_message:
          "Procedure code 99213 has no rate on 2019-03-01; the nearest published period is 2020-07-01 onward.",
      },
      "Procedure code ... has no rate on ...; the nearest published period is ... onward.",
    ],
    [{ error_message: "Mercy Hospital has no DRG rates.", provider_name: "Mercy Hospital" }, "... has no DRG rates."],
    [{ error_message: "Procedure code ZZZ is unknown.", billing_code: "ZZZ" }, "Procedure code ... is unknown."],
    [
      { error_message: 'No provider matches npi 1000000001 and provider_name "st. mary 2".' },
      "No provider matches npi ... and provider_name ....",
    ],
    [{ error_message: null, payment_rate_type: "manually_priced" }, "Manually priced by the program."],
    [{ error_message: null, rate_found: true }, "A rate was found, but the line lacks what an amount needs."],
  ])("%j: %s", (result, reason) => {
    expect(reasonOfNoAmount(result)).toBe(reason);
  });

  test("a message as long as a hostile name is cut", () => {
    const error_message = `No provider matches provider_name ${'1"'.repeat(500_000)}`;
    expect(reasonOfNoAmount({ error_message }).length).toBeLessThan(1_000);
  });
});

/** A row whose code and provider are its second and third cells. */
function read(...cells: readonly string[]) {
  return totalsReading(cells, cells.slice(1, 3));
}

describe("A row that adds up others", () => {
  it.each([
    ["Total"],
    ["TOTALS:"],
    ["Grand total:"],
    ["Sub-Total"],
    ["Subtotal"],
    ["Report Total"],
    ["Total for Dr. Smith"],
    ["Total: 12 claims"],
    ["Total paid"],
    ["Totals - March"],
  ])("is known by %j wherever that stands", (label) => {
    expect(read(label, "", "", "24.00")).toBe("total");
    expect(read("", "", "", label, "Smith")).toBe("total");
    expect(read("", label, "", "24.00")).toBe("total");
  });

  it("is known by the name of its group where figures alone stand beside it", () => {
    expect(read("Blue Cross Total", "", "", "12", "$1,024.00")).toBe("total");
    expect(read("x", "1000700140 Total", "", "note")).toBe("total");
    expect(read("Bilirubin total", "", "", "Smith", "24.00")).toBeNull();
    expect(read("17", "", "", "Bilirubin total", "24.00")).toBeNull();
  });

  it.each(["Total knee replacement", "Totally new", "Subtotal gastrectomy", "Bilirubin, total and direct"])(
    "is not what is called %j",
    (service) => {
      expect(read(service, "", "", "24.00")).toBeNull();
    },
  );

  it("is doubtful where it begins as one and has a code or a provider", () => {
    expect(read("Total", "1000700140", "", "24.00")).toBe("doubtful");
    expect(read("Grand total:", "1000700140", "99213", "24.00")).toBe("doubtful");
    expect(read("A", "1000700140", "99213", "Total")).toBeNull();
    expect(read("Bilirubin total", "1000700140", "82247", "24.00")).toBeNull();
  });
});
