import { describe, expect, it } from "vitest";
import type { TriedValue } from "../../../src/answers/options/schema.ts";
import { type AlternativePrices, besideAmount, chipPrice } from "../../../web/src/answer/alternatives.ts";
import { billedFault, billedText } from "../../../web/src/answer/billed-limit.ts";
import { textOfLine } from "../../../web/src/answer/elsewhere/page-to-print.tsx";
import { emailText } from "../../../web/src/answer/email-text.ts";
import { notesOf } from "../../../web/src/answer/notes.ts";
import { priceAge } from "../../../web/src/answer/price-age.ts";
import { unitsOutcome } from "../../../web/src/answer/units-field.tsx";
import type { CatalogueSetting, ReleaseSource } from "../../../web/src/api/ready.ts";
import { testDataText } from "../../../web/src/test-data.tsx";
import { explanationOf, PUBLICATION, pricedResult, row } from "../../answers/explanation/support/record.ts";

const SETTING: CatalogueSetting = {
  setting: "outpatient",
  summary: "",
  description: "",
  day_parameter: "date_of_service",
  parameters: [],
  modifier_parameters: [],
  figures: {},
  examples: [],
};

/** A source of the table that the rows below are of. */
function source(published: string, synthetic = false): ReleaseSource {
  const unsaid = { retrieved: null, url: null, sha256: null, edition: null, file: null, importer: null };
  const named = { table: "ca/outpatient_rates", publication: "Rates", publisher: null, published };
  return { ...named, ...unsaid, ...(synthetic ? { synthetic } : {}) };
}

function ageOf(publication: Partial<typeof PUBLICATION> | null, day: string, sources = [source("2023-03-15")]) {
  const rows = [row("r1", 492, { publication: publication === null ? null : { ...PUBLICATION, ...publication } })];
  return priceAge(pricedResult({ rows }), { day, today: "2026-11-18", release: { sources }, setting: SETTING });
}

const BY_HAND = { edition: null, published: "2023-03-15" };

describe("the age of a price", () => {
  it("is that of the publication on the day priced, in whole months", () => {
    expect(ageOf(BY_HAND, "2026-11-17")?.text).toBe("Published Mar 2023, 44 months old");
    expect(ageOf(BY_HAND, "2023-04-15")?.text).toBe("Published Mar 2023, 1 month old");
    expect(ageOf(BY_HAND, "2023-04-14")?.text).toBe("Published Mar 2023, less than a month old");
  });

  it("is that of the newest edition which still says so; a later one has no age on an earlier day", () => {
    const confirmed = { edition: "2023-03-15", confirmed_by_edition: "2026-01-15" };
    expect(ageOf(confirmed, "2026-03-15")?.text).toBe("Published Jan 2026, 2 months old");
    expect(ageOf({ edition: "2026-01-15" }, "2025-05-01")?.text).toBe("Published Jan 2026");
  });

  it("is that of the oldest of several publications", () => {
    const old = row("r1", 1, { publication: { ...PUBLICATION, ...BY_HAND } });
    const { inputs } = pricedResult();
    const factor = inputs.map((each) => (each.id === "i2" ? { ...each, from: { row: "r2", column: "factor" } } : each));
    const explained = pricedResult({ rows: [old, row("r2", 2)], inputs: factor });
    const on = { day: "2026-03-15", today: "2026-11-18", release: null, setting: SETTING };
    expect(priceAge(explained, on)?.text).toBe("Published Mar 2023 to Jan 2026, the oldest 36 months old");
  });

  it("is not known where the data names no day", () => {
    expect(ageOf({ edition: null, published: "spring of 2023" }, "2026-10-01", [])?.text).toBe(
      "Publication day not known",
    );
    expect(ageOf(null, "2026-10-01", [])?.text).toBe("Publication day not known");
  });
});

describe("the kind of a price", () => {
  it("is a made-up figure where all that it is computed from is", () => {
    expect(ageOf({ synthetic: true }, "2026-10-01")).toEqual({ isMadeUp: true, text: "Made-up figure", beyond: null });
  });

  it("names what is made up where only some of it is, and says where the data does not know", () => {
    const { inputs } = pricedResult();
    const factor = inputs.map((each) => (each.id === "i2" ? { ...each, from: { row: "r2", column: "factor" } } : each));
    const rows = [row("r1", 1), row("r2", 2, { publication: { ...PUBLICATION, synthetic: true } })];
    const release = { sources: [source("2023-03-15")] };
    const on = { day: "2026-03-15", today: "2026-11-18", release, setting: SETTING };
    expect(priceAge(pricedResult({ rows, inputs: factor }), on)).toMatchObject({
      isMadeUp: true,
      text: "Made up in part: conversion factor",
      beyond:
        "Mar 15, 2026 is after the newest publication loaded for the published figures of this rate (Mar 15, 2023): the state may have changed it since.",
    });
    expect(ageOf({ synthetic: null }, "2026-10-01")).toMatchObject({
      isMadeUp: true,
      text: "Published or made-up figure: the data does not say which",
    });
  });

  it("is not known where nothing is paid", () => {
    const none = pricedResult({ payment: null, result: { rate_found: false } });
    expect(priceAge(none, { day: "2026-10-01", today: "2026-11-18", release: null, setting: SETTING })).toBeNull();
  });
});

describe("a day beyond the newest publication", () => {
  const beyond = (day: string, ...sources: readonly ReleaseSource[]) => ageOf(BY_HAND, day, [...sources])?.beyond;

  it("is said, with what may have happened since or by then", () => {
    expect(beyond("2026-10-01", source("2023-03-15"))).toBe(
      "Oct 1, 2026 is after the newest publication loaded for this rate (Mar 15, 2023): the state may have changed it since.",
    );
    expect(beyond("2030-01-01", source("2023-03-15"))).toContain("the state may publish another by then.");
  });

  it("is not said of the day itself, nor where a later publication of the table is loaded", () => {
    expect(beyond("2023-03-15", source("2023-03-15"))).toBeNull();
    expect(beyond("2024-01-01", source("2023-03-15"), source("2026-01-15"))).toBeNull();
    // Made-up figures have no newest publication.
    expect(beyond("2024-01-01", source("2023-03-15"), source("2026-01-15", true))).not.toBeNull();
  });
});

describe("alternatives", () => {
  const tried = (payment_rate: string | null, differs: boolean, made_up: boolean | null = false): TriedValue => ({
    value: "x",
    rate_found: payment_rate !== null,
    payment_rate,
    difference: null,
    made_up: payment_rate === null ? null : made_up,
    results: 1,
    differs,
  });
  const known: Readonly<Record<string, TriedValue>> = {
    Podiatrist: tried("24.00", false),
    "Targeted Rate Increase": tried("82.00", true),
    Other: tried(null, true),
    CHILD: tried("26.18", true),
    EMERGENCY: tried("1029.81", true),
    trial: tried("7.00", true, true),
    "of either kind": tried("8.00", true, null),
  };
  const prices: AlternativePrices = { isPending: false, triedOf: (_, value) => known[value] };
  const list = (...values: readonly string[]) => ({ name: "types", parameter: "type", values });

  it("stand beside the amount where they pay something else", () => {
    expect(besideAmount([list("Podiatrist", "Targeted Rate Increase", "Other")], prices)).toEqual([
      "with Targeted Rate Increase $82.00",
    ]);
    expect(besideAmount([list("Podiatrist"), list("CHILD", "EMERGENCY")], prices)).toEqual([
      "with CHILD $26.18",
      "with EMERGENCY $1,029.81",
    ]);
    expect(besideAmount([list("CHILD", "EMERGENCY", "Targeted Rate Increase")], prices)).toEqual([
      "with CHILD $26.18",
      "with EMERGENCY $1,029.81",
      "1 more below",
    ]);
    expect(besideAmount([list("Podiatrist", "unknown")], prices)).toEqual([]);
  });

  it("say that a figure is made up, or may be, at the amount and on their chips", () => {
    expect(besideAmount([list("trial", "of either kind")], prices)).toEqual([
      "with trial $7.00 (made-up figure)",
      "with of either kind $8.00 (published or made-up figure)",
    ]);
    expect(chipPrice(known.trial)).toBe("$7.00, made-up figure");
    expect(chipPrice(known["of either kind"])).toBe("$8.00, published or made-up figure");
  });

  it("have their prices on their chips, as far as they are known", () => {
    expect(["Podiatrist", "Other", "unknown"].map((value) => chipPrice(known[value]))).toEqual([
      "$24.00",
      "no rate",
      "",
    ]);
  });
});

describe("the receipt as text", () => {
  it("has the words of the page: groups in figures, no names of fields, why a step was not applied", () => {
    const explained = pricedResult();
    const explanation = {
      ...explanationOf(explained),
      stale: [{ table: "ca/outpatient_rates", edition: "2023-03-15", months: 42, message: "" }],
    };
    const text = emailText({
      price: "$21,900.00",
      beside: ["with Targeted Rate Increase $82.00"],
      about: "fee schedule rate, effective since Jul 1, 2025",
      units: ["3 units come to $65,700.00 ($21,900.00 \u00d7 3)."],
      age: { isMadeUp: false, text: "Published Mar 2023, 42 months old", beyond: null },
      testData: null,
      sentence: "What Medi-Cal pays for 99213 on Oct 1, 2026.",
      notes: notesOf(explanation, explained.result),
      entered: [{ parameter: "child_patient", value: "yes" }],
      explanation,
      explained,
      setting: SETTING,
      defaults: [],
      link: "https://rates.example/?state=ca",
    });
    expect(text).toBe(
      [
        "$21,900.00, with Targeted Rate Increase $82.00",
        "Fee schedule rate, effective since Jul 1, 2025",
        "3 units come to $65,700.00 ($21,900.00 \u00d7 3).",
        "What Medi-Cal pays for 99213 on Oct 1, 2026.",
        "",
        "Published Mar 2023, 42 months old.",
        "",
        "Old rates. Outpatient rates: published Mar 15, 2023, 42 months before the day priced. A newer publication may pay something else.",
        "",
        "Entered",
        "Child patient: yes",
        "",
        "Calculation",
        "1. unit value 4.38 × conversion factor 5,000.00 = $21,900.00",
        "2. lesser of step 1 $21,900.00 and total charges $900,000.00 = $21,900.00 (Computed and not applied: step 1 ($21,900.00) is not greater than total charges ($900,000.00))",
        "Payment: $21,900.00",
        "",
        "Defaults used, because they were not entered",
        "Procedure type: Medicine",
        "",
        "Rates: Ratebook sample 2026.11",
        "https://rates.example/?state=ca",
        "",
      ].join("\n"),
    );
  });
});

describe("the text for an email", () => {
  const explained = pricedResult();
  const shown = {
    price: "$24.00",
    beside: [],
    about: "",
    units: [],
    sentence: "What Medi-Cal pays for 99213.",
    notes: [],
    entered: [],
    explanation: explanationOf(explained),
    explained,
    setting: SETTING,
    defaults: [],
    link: "https://rates.example/",
  };
  const published = { isMadeUp: false, text: "Published Mar 2023", beyond: null };
  const madeUp = { isMadeUp: true, text: "Made up in part: unit value", beyond: null };
  const firstOf = (age: typeof published | null, testData: string | null) =>
    emailText({ ...shown, age, testData }).split("\n")[0];

  it("begins with what of the data is made up, a real rate of a made-up provider too", () => {
    const said = testDataText({ sources: [source("2023-03-15", true)] });
    expect(firstOf(published, said)).toBe(
      "TEST DATA. All providers and all rates are made up. Not for paying or disputing claims.",
    );
    expect(firstOf(madeUp, said)).toBe(
      "TEST DATA. Made up in part: unit value. All providers and all rates are made up. Not for paying or disputing claims.",
    );
    // The release is not known yet.
    expect(firstOf(madeUp, null)).toBe("TEST DATA. Made up in part: unit value. Not for paying or disputing claims.");
  });

  it("says nothing of test data where nothing is made up", () => {
    expect(firstOf(published, testDataText({ sources: [source("2023-03-15")] }))).toBe("$24.00");
  });
});

describe("units of a rate per unit", () => {
  const perUnit = (payment_rate: string, max: string | null = null) => {
    const explained = pricedResult({ units: { max } });
    return { ...explained, result: { ...explained.result, payment_rate } };
  };
  const textOf = (rate: string, units: string, max: string | null = null) =>
    unitsOutcome(perUnit(rate, max), units)?.text ?? null;

  it("are multiplied exactly, and the amount is rounded once, half up", () => {
    expect(textOf("24.00", "3")).toBe("3 units come to $72.00 ($24.00 \u00d7 3).");
    expect(textOf("24.00", "1")).toBe("1 unit comes to $24.00 ($24.00 \u00d7 1).");
    // 0.041 x 1200 = 49.20; 0.041 x 2.5 = 0.1025, and half up is 0.10; 0.015 x 1 = 0.015 is 0.02.
    expect(textOf("0.041", "1,200")).toBe("1,200 units come to $49.20 ($0.041 \u00d7 1,200).");
    expect(textOf("0.041", "2.5")).toBe("2.5 units come to $0.10 ($0.041 \u00d7 2.5).");
    expect(textOf("0.015", "1")).toBe("1 unit comes to $0.02 ($0.015 \u00d7 1).");
  });

  it("beyond the most that the state pays are not paid, and the most itself is", () => {
    expect(textOf("10.00", "4", "4")).toBe("4 units come to $40.00 ($10.00 \u00d7 4).");
    expect(textOf("10.00", "5", "4")).toBe("4 units of 5 are paid: $40.00 ($10.00 \u00d7 4).");
  });

  it("that are no number of units are an error, and nothing is multiplied", () => {
    for (const units of ["three", "-3", "0", "1,5", "1000000", "(3)"]) {
      expect(unitsOutcome(perUnit("10.00"), units), units).toMatchObject({ kind: "fault" });
    }
  });

  it("say nothing of a rate for the whole line, without a rate, and while none are entered", () => {
    expect(unitsOutcome(pricedResult({ units: null }), "3")).toBeNull();
    expect(unitsOutcome(perUnit("10.00"), " ")).toBeNull();
  });
});

describe("units on the page to print", () => {
  const rate = (units: { max: string | null } | null) => ({
    units,
    result: { payment_rate: "24.00", rate_found: true },
  });

  it("stand below the rate with what they come to, and with what was billed", () => {
    expect(textOfLine(rate({ max: null }), "2", "")).toBe(
      "This is the rate of one unit. 2 units come to $48.00 ($24.00 \u00d7 2). A claim line comes to no more than what was billed.",
    );
    expect(textOfLine(rate({ max: "1" }), "2", "20.00")).toBe(
      "This is the rate of one unit. 1 unit of 2 is paid: $24.00 ($24.00 \u00d7 1). Billed $20.00, less than the $24.00 that the rate comes to: $20.00 is expected.",
    );
    expect(textOfLine(rate({ max: null }), "", "20.00")).toBe(
      "This is the rate of one unit. Billed $20.00, less than the $24.00 that the rate comes to: $20.00 is expected.",
    );
  });

  it("change nothing of a rate for the whole line, and are left out if they are no number", () => {
    expect(textOfLine(rate(null), "2", "")).toBe(
      "This rate is for the whole claim line, whatever its units. A claim line comes to no more than what was billed.",
    );
    expect(textOfLine(rate({ max: null }), "two", "20.00")).toBeNull();
  });
});

describe("what was billed for the line of a repriced file", () => {
  const rateOf = (payment_rate: string | null, units: { max: string | null } | null) => {
    const explained = pricedResult({ units });
    return { ...explained, result: { ...explained.result, payment_rate } };
  };
  const LIMITS = "Billed $47.99, less than the $48.00 that the rate comes to: $47.99 is expected.";

  it("limits what is expected if it is less than the rate for the units, and not if it is as much", () => {
    // 2 x 24.00 = 48.00, of which a cent less was billed; one unit comes to 24.00.
    const perUnit = rateOf("24.00", { max: null });
    expect(billedText(perUnit, "2", "47.99")).toBe(LIMITS);
    expect(billedText(perUnit, "2", "48.00")).toBe("Billed $48.00, which does not limit the rate.");
    expect(billedText(perUnit, "", "47.99")).toBe("Billed $47.99, which does not limit the rate.");
    expect(billedText(perUnit, "", "23.99")).toBe(
      "Billed $23.99, less than the $24.00 that the rate comes to: $23.99 is expected.",
    );
    // At most 2 of 9 units are paid.
    expect(billedText(rateOf("24.00", { max: "2" }), "9", "48.00")).toBe(
      "Billed $48.00, which does not limit the rate.",
    );
    // A rate for the whole line is the same for any units.
    expect(billedText(rateOf("24.00", null), "9", "47.99")).toBe("Billed $47.99, which does not limit the rate.");
  });

  it("has nothing to be compared with without a rate, and without a rate in dollars", () => {
    const none = rateOf(null, null);
    const noRate = { ...none, result: { ...none.result, rate_found: false } };
    expect(billedText(noRate, "", "40.00")).toBe("Billed $40.00: no rate to compare it with.");
    expect(billedText(none, "", "40.00")).toBe("Billed $40.00: no amount to compare it with.");
  });

  it("is compared with nothing while the units are an error", () => {
    for (const units of ["abc", "-3", "0"]) {
      expect(billedText(rateOf("24.00", { max: null }), units, "10.00"), units).toBeNull();
    }
    // A rate for the whole line does not read its units.
    expect(billedText(rateOf("24.00", null), "abc", "24.00")).toBe("Billed $24.00, which does not limit the rate.");
  });

  it("says nothing without an amount, and is an error where it is no amount", () => {
    expect(billedText(rateOf("24.00", null), "", "")).toBeNull();
    expect(billedFault("")).toBeNull();
    expect(billedFault("47.99")).toBeNull();
    for (const billed of ["abc", "47.9", "-1.00", "1e9", "$47.99"]) expect(billedFault(billed), billed).not.toBeNull();
  });
});
