import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { WHY_NOT_OWED } from "../../src/reprice/values/not-owed.ts";
import { ELEMENTS } from "../../src/reprice/x12/elements.ts";
import { states } from "../../src/states/index.ts";
import { ROOT } from "../cli/support/ratebook.ts";

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
