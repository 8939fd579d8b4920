import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { NO_RATE_CODES } from "../../src/pricing/no-rate.ts";
import type { LineFault } from "../../src/reprice/pricing/line-fault.ts";
import { NOT_COMPARED, UNREADABLE_UNITS } from "../../src/reprice/pricing/reason.ts";
import type { Remark } from "../../src/reprice/pricing/remarks.ts";
import { WHY_NOT_OWED } from "../../src/reprice/values/not-owed.ts";
import { ELEMENTS } from "../../src/reprice/x12/elements.ts";
import { states } from "../../src/states/index.ts";
import { ROOT } from "../cli/support/ratebook.ts";

/** Cells of a line that is priced all the same. */
type UnreadableCell = "invalid_units" | "invalid_amount" | "invalid_billed_amount" | "unknown_denial_code";

/** The codes of remarks: the compiler misses one that is not here. */
const REMARKS: Readonly<Record<Exclude<Remark["code"], LineFault["code"]> | UnreadableCell, true>> = {
  not_owed: true,
  other_setting: true,
  money_taken_back: true,
  zeros_put_back: true,
  modifiers_not_applied: true,
  modifier_not_priced: true,
  modifier_not_known: true,
  modifier_assumed: true,
  modifier_as_parameter: true,
  modifier_in_code: true,
  billed_below_rate: true,
  allowed_amount_empty: true,
  several_amounts: true,
  paid_at_alternative: true,
  takeback_in_file: true,
  put_on_patient: true,
  parameter_overlooked: true,
  edition_not_loaded: true,
  units_cut: true,
  rate_for_whole_line: true,
  invalid_units: true,
  invalid_amount: true,
  invalid_billed_amount: true,
  unknown_denial_code: true,
};

const page = readFileSync(join(ROOT, "docs", "x12.md"), "utf8");

describe("docs/x12.md", () => {
  it("says when each code of not_owed applies", () => {
    const section = page.slice(page.indexOf("## Not owed"), page.indexOf("## Joining"));
    for (const code of Object.keys(WHY_NOT_OWED)) expect(section).toContain(`\`${code}\``);
  });

  it("names every parameter that a lookup takes from claims", () => {
    const names = states.flatMap(({ lookups }) => lookups.flatMap(({ claimFields }) => [...claimFields.keys()]));
    const charges = ["billed_charges", "total_charges", "gross_charges"];
    const transfers = ["transfer_claim", "transfer_out", "date_of_service"];
    for (const name of new Set(names)) {
      if (!charges.includes(name) && !transfers.includes(name)) expect(page).toContain(`\`${name}\``);
    }
  });

  it("is about segments that are read", () => {
    const cited =
      page.match(/\b(?:CLP|SVC|CAS|PLB|BPR|TS3|MIA|QTY|LQ|SV1|SV2|CLM|CL1|DMG|HI)(?=\\\*|[0-9]{2}\b)/g) ?? [];
    expect(cited.length).toBeGreaterThan(10);
    for (const segment of cited) expect(Object.keys(ELEMENTS)).toContain(segment);
  });
});

describe("docs/repricing.md", () => {
  const repricing = readFileSync(join(ROOT, "docs", "repricing.md"), "utf8");

  /** The codes of the first cells of a section's table. */
  function codesBelow(heading: string): readonly string[] {
    const [, section = ""] = repricing.split(`\n### ${heading}\n`);
    const [rows = ""] = section.split(/\n##/);
    return [...rows.matchAll(/^\| (`.*?) \|/gm)].flatMap(([, cell = ""]) => cell.match(/[a-z_]{2,}/g) ?? []);
  }

  it("explains every reason", () => {
    const declared = [...Object.keys(NOT_COMPARED), ...Object.keys(NO_RATE_CODES), UNREADABLE_UNITS];
    const others = declared.filter((code) => !Object.hasOwn(WHY_NOT_OWED, code));
    expect(codesBelow("Reasons").toSorted()).toEqual(others.toSorted());
  });

  it("explains every remark, here or among the reasons", () => {
    const [, words = ""] = repricing.split("\n### Remarks\n");
    const [intro = ""] = words.split("\n| Code");
    const isReason = intro.match(/(?<=`)[a-z_]+(?=`)/g) ?? [];
    expect(codesBelow("Reasons")).toEqual(expect.arrayContaining(isReason));
    expect([...isReason, ...codesBelow("Remarks")].toSorted()).toEqual(Object.keys(REMARKS).toSorted());
  });
});
