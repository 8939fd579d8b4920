import { describe, expect, it } from "vitest";
import { patientRemarks, takebackRemarks } from "../../../src/reprice/pricing/remarks.ts";
import { appealPacket, type ExplainedClaimLine } from "../../../src/reprice/report/appeal-packet.ts";
import type { ResultRow } from "../../../src/reprice/report/result-rows.ts";
import { readPage } from "../../answers/explanation/support/page-text.ts";
import { ASKED, explanationOf, pricedResult, row } from "../../answers/explanation/support/record.ts";

const OURS: Readonly<Record<string, string>> = {
  ...{ date_priced: "2026-10-01", units_priced: "1", amount_at_rate: "21900.00", expected_amount: "1000.00" },
  ...{ difference: "457.50", remarks: "Billed below the rate on 2026-10-01.", other_results: "Poppy (1): $1000.00" },
};

function claimLine(others: Readonly<Record<string, string>> = {}, sent: Partial<ResultRow> = {}): ResultRow {
  const ours = { ...OURS, ...others };
  return {
    ...{ line: 5, shown: 0, claim: "A-001", payerClaim: "", billed: "1000.00", compared: "542.50", isAllowed: false },
    ...{ units: "", sent: [["Acct #", "A-001"]], claimAt: 0, onForm: [0], ours: (name) => ours[name] ?? "" },
    ...sent,
  };
}

const other = pricedResult({ result: { ...pricedResult().result, payment_rate: "13900.14", state_provider_id: "X2" } });

function textOf(...lines: readonly ExplainedClaimLine[]): string {
  const lookup = { ...ASKED, state: { ...ASKED.state, program: "Medi-Cal" } };
  const page = appealPacket({ lookup, fileName: "q3.csv", lines, warning: null });
  return readPage(page).text.replaceAll(/\s+/g, " ");
}

describe("An appeal packet", () => {
  it("begins with the claims and their amounts, which add up", () => {
    const text = textOf(
      { row: claimLine(), explanation: explanationOf(pricedResult()) },
      { row: claimLine({}, { line: 6, claim: "A-002", billed: "" }), explanation: explanationOf(pricedResult()) },
    );
    expect(text).toMatch(/^Medi-Cal, outpatient: 2 claim lines of q3\.csv/);
    expect(text).toContain("Line Claim Provider Code Date Billed Paid Expected Variance");
    expect(text).toMatch(
      /5 A-001 Golden Poppy Medical Center 99213 Oct 1, 2026 \$1000\.00 \$542\.50 \$1000\.00 \+\$457\.50/,
    );
    expect(text).toContain("Total $1000.00 $1085.00 $2000.00 +$915.00");
    expect(text).toContain("Variance is expected minus what was paid.");
  });

  it("says which lines have amounts in the totals and no variance", () => {
    const explanation = explanationOf(pricedResult());
    const compared = { row: claimLine(), explanation };
    const uncompared = { row: claimLine({ difference: "" }, { line: 6 }), explanation };
    const text = textOf(compared, uncompared);
    expect(text).toContain("Total $2000.00 $1085.00 $2000.00 +$457.50");
    expect(text).toContain("1 line is not compared: it has no variance, and its other amounts are in the totals.");
    expect(textOf(compared, uncompared, uncompared)).toContain("2 lines are not compared: they have no variance");
    for (const alike of [textOf(compared, compared), textOf(uncompared, uncompared)]) {
      expect(alike).not.toContain("not compared");
    }
  });

  it.each([
    {
      line: "of two units",
      amounts: { units_priced: "2", amount_at_rate: "48.00", expected_amount: "48.00", difference: "18.00" },
      rate: "24.00",
      large: "$48.00",
      behind: "Rate: $24.00 per unit; $24.00 x 2 units = $48.00. Variance: +$18.00 (expected minus what was paid).",
    },
    {
      line: "that was billed below its rate and overpaid",
      amounts: { amount_at_rate: "37.50", expected_amount: "30.00", difference: "-2.50" },
      rate: "37.50",
      large: "$30.00",
      behind:
        "Rate: $37.50 per unit; lesser of $37.50 and billed $30.00 = $30.00. Variance: \u2212$2.50 (expected minus what was paid).",
    },
  ])(
    "begins a line $line with what is expected for it; its rate is smaller and per unit",
    ({ amounts, rate, large, behind }) => {
      const priced = pricedResult();
      const perUnit = { ...priced, units: { max: null }, result: { ...priced.result, payment_rate: rate } };
      const lookup = { ...ASKED, state: { ...ASKED.state, program: "Medi-Cal" } };
      const lines = [{ row: claimLine(amounts), explanation: explanationOf(perUnit) }];
      const page = appealPacket({ lookup, fileName: null, lines, warning: null });
      expect([...page.matchAll(/class="price">([^<]*)</g)].map(([, amount]) => amount)).toEqual([large]);
      expect([...page.matchAll(/class="rate">([^<]*)</g)].map(([, amount]) => amount)).toEqual([`$${rate} per unit`]);
      const section = page.slice(page.indexOf('<section class="line"'));
      expect(section.match(/[+\u2212]?\$[0-9.,]+/)?.[0]).toBe(large);
      const text = readPage(page).text.replaceAll(/\s+/g, " ");
      expect(text).toContain(`${large} expected for the line ${behind}`);
    },
  );

  it("has every column of the file with its position, and says which of them a payer's form has", () => {
    const sent = Array.from({ length: 60 }, (_, place): [string, string] => [
      `Column ${place}`,
      place === 7 ? "" : `v${place}`,
    ]);
    const wide = claimLine({}, { sent, claim: "v3", claimAt: 3, onForm: [3, 59] });
    const lookup = { ...ASKED, state: { ...ASKED.state, program: "Medi-Cal" } };
    const lines = [{ row: wide, explanation: explanationOf(pricedResult()) }];
    const page = appealPacket({ lookup, fileName: null, lines, warning: null });
    const cells = [...page.matchAll(/<div data-column="([0-9]+)"( data-on-form)?><dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)];
    expect(cells.map(([, place]) => Number(place))).toEqual([...sent.keys()].filter((place) => place !== 7));
    expect(cells.filter(([, , form]) => form !== undefined).map(([, , , heading]) => heading)).toEqual([
      "Column 3",
      "Column 59",
    ]);
    // Wherever the claim number is, its column is named: what leaves the column out finds all of them.
    const without = page.replaceAll(/<(div|span|th|td)[^<>]* data-column="3".*?<\/\1>/g, "");
    expect(page.match(/\bv3\b/g)).toHaveLength(3);
    expect(without).not.toMatch(/\bv3\b/);
  });

  it("shows 200 filled columns of a line at most, those of a payer's form among them, and says how many are left out", () => {
    const sent = Array.from({ length: 1_900 }, (_, place) => [`H${"x".repeat(300)}`, `v${place}.`] as const);
    const row = claimLine({}, { sent, onForm: [0, 1_899] });
    const text = textOf({ row, explanation: explanationOf(pricedResult()) });
    expect(text.match(/v[0-9]+\./g)).toHaveLength(200);
    for (const shown of ["v0.", "v198.", "v1899."]) expect(text).toContain(shown);
    expect(text).toContain("1700 more columns of the file are not shown.");
    expect(text).not.toContain("x".repeat(200));
  });

  it("has no remark that tells the owner of the file what to check before", () => {
    const own = [...takebackRemarks("claim"), ...takebackRemarks("otherClaim"), ...patientRemarks("PR-1")];
    const remarks = [...own.map((remark) => remark.text), "Billed below the rate on 2026-10-01."].join(" ");
    const text = textOf({ row: claimLine({ remarks }), explanation: explanationOf(pricedResult()) });
    expect(text).toContain("Please note. Billed below the rate on Oct 1, 2026.");
    expect(text).not.toContain("check");
    const alone = claimLine({ remarks: own.map((remark) => remark.text).join(" ") });
    expect(textOf({ row: alone, explanation: explanationOf(pricedResult()) })).not.toContain("Please note");
  });

  it("prints no hash: every one is on the screen alone", () => {
    const lookup = { ...ASKED, state: { ...ASKED.state, program: "Medi-Cal" } };
    const lines = [{ row: claimLine(), explanation: explanationOf(pricedResult()) }];
    const page = appealPacket({ lookup, fileName: null, lines, warning: null });
    const hashes = [...page.matchAll(/<(dd|span)([^<>]*)>[^<]*<code>[0-9a-f]{32,}/g)];
    expect(hashes.length).toBeGreaterThan(0);
    expect(hashes.filter(([, , attributes]) => attributes?.includes('class="on-screen"') !== true)).toEqual([]);
    expect(hashes).toHaveLength(page.match(/[0-9a-f]{32,}/g)?.length ?? 0);
  });

  it("calls what was allowed by its name, and leaves out columns that no line has", () => {
    const allowed = claimLine({}, { isAllowed: true, claim: "", billed: "" });
    const text = textOf({ row: allowed, explanation: explanationOf(pricedResult()) });
    expect(text).toContain("Line Provider Code Date Allowed Expected Variance");
    expect(text).toContain("expected minus what was allowed");
  });

  it("has no names of parameters, tables, rules or our fields, and no days of machines", () => {
    const explanation = {
      ...explanationOf(
        pricedResult({ rows: [row("r1", 1), row("r2", 2, { used: false, why_not: "another period" })] }),
      ),
      assumptions: [
        { parameter: "provider_type", value: "physician_office", reason: "not sent: the provider's own type" },
        { parameter: "emergency_room", value: "false", reason: "not sent: not priced as an emergency" },
      ],
    };
    const text = textOf({ row: claimLine(), explanation });
    expect(text.replaceAll("rates_data.xlsx", "")).not.toMatch(
      /[a-z]_[a-z]|ca\/|\bnot sent\b|docs\/|\b[0-9]{4}-[0-9]{2}-[0-9]{2}\b|The rest of the answer/,
    );
    expect(text).toContain("Provider type physician office the provider's own type");
    expect(text).toContain("Emergency room no not priced as an emergency");
    expect(text).toContain("Effective Jul 1, 2025 to Jun 30, 2026");
    expect(text).toContain(
      "Medi-Cal Rates, Department of Health Care Services, publication of Jan 15, 2026, rates_data.xlsx",
    );
  });

  it("explains only the result that was compared, and says that there are others", () => {
    const text = textOf({ row: claimLine({}, { shown: 1 }), explanation: explanationOf(pricedResult(), other) });
    expect(text).toContain("$13900.14 for 99213");
    expect(text).not.toContain("$21900.00 for 99213");
    expect(text).toContain("There is one more result for this line, which is not explained here: Poppy (1): $1000.00.");
  });

  it("shows all results of a line with several amounts, none of which was compared", () => {
    const several = claimLine({
      reason: "money_taken_back",
      remark_codes: "several_amounts|money_taken_back",
      expected_amount: "",
      difference: "",
    });
    const text = textOf({ row: several, explanation: explanationOf(pricedResult(), other) });
    expect(text).toContain("This line has 2 results with different amounts: none was compared.");
    expect(text).toContain("$21900.00 for 99213");
    expect(text).toContain("$13900.14 for 99213");
  });
});
