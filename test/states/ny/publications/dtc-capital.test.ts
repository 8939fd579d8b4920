import { describe, expect, it } from "vitest";
import { ownCertificates } from "../../../../src/states/ny/publications/certificates.ts";
import { freestandingCapital } from "../../../../src/states/ny/publications/dtc-capital.ts";
import { enrolledProviders } from "../../../../src/states/ny/publications/enrolled-providers.ts";
import { csv, xlsx } from "../../../imports/fixtures.ts";
import { importing } from "../../../imports/support.ts";
import { providersFile } from "./providers.ts";

const files = providersFile(
  "1100000003,00100003,7000201R,EXAMPLE HEALTH CENTER,OUTPATIENT_CLINIC_ASC,Bronx,10451",
  "1100000006,00100006,0101201R,EXAMPLE LAKE CLINIC,OUTPATIENT_CLINIC_ASC,Albany,12207",
  "1100000001,00100001,7000101H,EXAMPLE GENERAL HOSPITAL,HOSPITAL,Bronx,10451",
);
const asOf = "2025-01-01";
const NO_CLINIC = "no clinic has this operating certificate: import ny/facilities, or name it in ny/certificates";

function addons(rows: (table: string) => Record<string, string>[]) {
  return rows("ny/dtc_capital").map((each) => [each.npi, each.peer_group, each.capital_addon]);
}

describe("freestanding capital add-ons", () => {
  it("go to the NPI of the clinic with the certificate, from a row per rate code", async () => {
    const content = xlsx({
      "2025": [
        ["Freestanding capital add-ons"],
        ["OpCert", "Facility Name", "Rate Code", "Capital Add-on"],
        ["7000201", "Example Health Center", 1409, 27.35],
        ["7000201", "Example Health Center", 1410, 412.004],
        [101201, "Example Lake Clinic", 1409, 5],
        ["7000201", "Example Health Center", 1411, 9],
        ["9999999", "Nobody", 1409, 9],
        ["Total", null, null, 462.35],
      ],
    });
    const { rows, report } = await importing(freestandingCapital, { name: "capital.xlsx", content }, { asOf, files });
    expect(addons(rows)).toEqual([
      ["1100000003", "ambsurg", "412.00"],
      ["1100000003", "clinic", "27.35"],
      ["1100000006", "clinic", "5.00"],
    ]);
    expect(report.leftOut).toMatchObject([
      { reason: "a rate code other than 1409 and 1410", count: 1 },
      { reason: NO_CLINIC, count: 1, examples: ['sheet "2025", row 7: 9999999 Nobody'] },
      { reason: "no operating certificate in the row: a heading, a total or a footnote", count: 1 },
    ]);
  });

  it("are read from a column per rate code as well", async () => {
    const content = csv(
      ["OPCERT", "Facility", "1409 Clinic", "1410 Amb Surg"],
      ["7000201R", "x", "$27.35", "N/A"],
      ["0101201R", "y", "", ""],
    );
    const { rows, report } = await importing(freestandingCapital, { name: "capital.csv", content }, { asOf, files });
    expect(addons(rows)).toEqual([["1100000003", "clinic", "27.35"]]);
    expect(report.leftOut).toMatchObject([{ reason: "no capital add-on in the row", count: 1 }]);
  });

  it("tell which peer groups a clinic may bill, also where there is no amount", async () => {
    const listing = csv(
      ["MEDICAID PROVIDER ID", "NPI", "PROVIDER OR FACILITY NAME", "PROFESSION OR SERVICE"],
      ["00100003", "1100000003", "EXAMPLE HEALTH CENTER", "CLINIC"],
    );
    const others = [enrolledProviders, ownCertificates];
    const { dataset } = await importing(enrolledProviders, { name: "list.csv", content: listing }, { asOf, others });
    const crosswalk = csv(["NPI", "Operating Certificate"], ["1100000003", "7000201R"]);
    await importing(ownCertificates, { name: "own.csv", content: crosswalk }, { asOf, others, into: dataset });
    const capital = csv(["OPCERT", "Rate Code", "Amount"], ["7000201", "1409", "27.35"], ["7000201", "1410", ""]);
    const { rows } = await importing(
      freestandingCapital,
      { name: "capital.csv", content: capital },
      { asOf, others, into: dataset },
    );
    expect(rows("ny/providers")[0]).toMatchObject({ opcert: "7000201R", peer_groups: "clinic|ambsurg" });
    expect(addons(rows)).toEqual([["1100000003", "clinic", "27.35"]]);
  });

  it("are refused without a column of a capital rate code", async () => {
    const file = { name: "capital.csv", content: "OPCERT,Facility\n7000201,x\n" };
    await expect(importing(freestandingCapital, file, { asOf, files })).rejects.toThrow(
      /no column with the heading .*1409/,
    );
  });
});
