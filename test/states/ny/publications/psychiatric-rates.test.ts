import { describe, expect, it } from "vitest";
import {
  psychiatricFeeForService,
  psychiatricManagedCare,
} from "../../../../src/states/ny/publications/psychiatric-rates.ts";
import { csv } from "../../../imports/fixtures.ts";
import { importing } from "../../../imports/support.ts";
import { providersFile } from "./providers.ts";

const files = providersFile("1100000001,00100001,7000101H,EXAMPLE GENERAL HOSPITAL,HOSPITAL,Bronx,10451");
const asOf = "2025-01-01";
const others = [psychiatricFeeForService, psychiatricManagedCare];

describe("psychiatric schedules", () => {
  it("for fee for service and managed care stand beside each other", async () => {
    const ffs = csv(
      ["OPCERT", "Hospital", "Non-Operating Per Diem", "ALC Per Diem", "ECT Rate", "Psychiatric Per Diem (2852)"],
      ["7000101", "x", "$96.41", "", "0", "$742.19"],
      ["0101000", "Example Capital", "1", "1", "1", ""],
      ["Average", "", "", "", "", "700"],
    );
    const first = await importing(psychiatricFeeForService, { name: "ffs.csv", content: ffs }, { asOf, files, others });
    expect(first.report.leftOut).toMatchObject([
      { reason: "no base per diem", count: 1, examples: ["line 3: 0101000 Example Capital"] },
      { reason: expect.stringMatching(/^no operating certificate/), count: 1 },
    ]);
    const hmo = csv(
      [
        "OPCERT",
        "Age Group",
        "Base Per Diem",
        "Non-Operating",
        "ECT",
        "ALC",
        "SDP Per Diem",
        "ACR Per Diem",
        "DME Per Diem",
      ],
      ["7000101", "Child", "768.02", "61.15", "318.44", "231.18", "210", "185.50", "22.36"],
      ["7000101", "Adult", "750", "", "", "", "", "", ""],
    );
    const { rows } = await importing(
      psychiatricManagedCare,
      { name: "hmo.csv", content: hmo },
      { asOf, others, into: first.dataset },
    );
    expect(rows("ny/inpatient_psych_rates").map((row) => Object.values(row).join(" "))).toEqual([
      "7000101 FFS  742.19 96.41      2025-01-01 ",
      "7000101 MMC ADULT 750.00       2025-01-01 ",
      "7000101 MMC CHILD 768.02 61.15 318.44 231.18 210.00 185.50 22.36 2025-01-01 ",
    ]);
  });

  it("are refused where an age group is another word", async () => {
    const content = csv(["OPCERT", "Age Group", "Per Diem"], ["7000101", "Teens", "1"]);
    const file = { name: "hmo.csv", content };
    await expect(importing(psychiatricManagedCare, file, { asOf, files })).rejects.toThrow(
      /"Teens", expected one of Adult/,
    );
  });
});
