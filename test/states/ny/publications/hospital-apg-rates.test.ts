import { describe, expect, it } from "vitest";
import { hospitalBaseRates } from "../../../../src/states/ny/publications/hospital-apg-rates.ts";
import { xlsx } from "../../../imports/fixtures.ts";
import { importing } from "../../../imports/support.ts";
import { providersFile } from "./providers.ts";

const files = providersFile("1100000001,00100001,7000101H,EXAMPLE GENERAL HOSPITAL,HOSPITAL,Bronx,10451");
const asOf = "2025-01-01";

describe("hospital APG rates", () => {
  it("are found by rate code, without the capital beside them, and belong to the digits of a certificate", async () => {
    const content = xlsx({
      Rates: [
        ["Hospital APG rates"],
        ["Op Cert", "Hospital Name", "ED Capital\n1403", "OPD Visit\n(1400)", "ED\n(1402)", "Episode (1432)"],
        [null, null, 1, 2, 3, 4],
        ["7000101", "Example General Hospital", 11.5, 268.556, 232.15, 0],
        ["0101000", "Example Capital Hospital", 11.5, 0, 0, 0],
      ],
    });
    const { rows, report } = await importing(hospitalBaseRates, { name: "apg.xlsx", content }, { asOf, files });
    expect(rows("ny/hospital_apg_rates")).toEqual([
      {
        opcert: "7000101",
        apg_base_rate_opd_visit: "268.56",
        apg_base_rate_ed: "232.15",
        apg_base_rate_opd_episode: "",
        effective_start_date: "2025-01-01",
        effective_end_date: "",
      },
    ]);
    expect(report.leftOut).toMatchObject([
      { reason: "no operating certificate in the row: a heading, a total or a footnote", count: 1 },
      { reason: "no base rate in the row", count: 1 },
    ]);
    expect(report.findings).toEqual([]);
  });

  it("tell of certificates that no provider has, and take their rates all the same", async () => {
    const content = xlsx({
      Rates: [
        ["OPCERT", "Hospital", "1400"],
        [101000, "Example Capital Hospital", 200],
      ],
    });
    const { rows, report } = await importing(hospitalBaseRates, { name: "apg.xlsx", content }, { asOf, files });
    expect(rows("ny/hospital_apg_rates")).toMatchObject([{ opcert: "0101000", apg_base_rate_opd_visit: "200.00" }]);
    expect(report.findings).toMatchObject([
      { reason: expect.stringMatching(/^rates of an operating certificate that no provider has/), count: 1 },
    ]);
  });

  it("are refused where a rate is text", async () => {
    const content = xlsx({
      Rates: [
        ["OPCERT", "1400"],
        ["7000101", "pending"],
      ],
    });
    await expect(importing(hospitalBaseRates, { name: "apg.xlsx", content }, { asOf, files })).rejects.toThrow(
      /"1400" is "pending", expected an amount/,
    );
  });
});
