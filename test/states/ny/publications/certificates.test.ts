import { describe, expect, it } from "vitest";
import { ownCertificates } from "../../../../src/states/ny/publications/certificates.ts";
import { csv } from "../../../imports/fixtures.ts";
import { importing } from "../../../imports/support.ts";
import { providersFile } from "./providers.ts";

const files = providersFile("1100000001,00100001,,EXAMPLE HOSPITAL,HOSPITAL,Bronx,10451");
const asOf = "2026-01-31";

describe("a crosswalk of one's own", () => {
  it("is refused when it gives an NPI two certificates, or something else than a certificate", async () => {
    const twice = csv(["NPI", "OPCERT"], ["1100000001", "7000900H"], ["1100000001", "7000901H"]);
    await expect(importing(ownCertificates, { name: "own.csv", content: twice }, { asOf, files })).rejects.toThrow(
      /"7000901H", expected 7000900H for 1100000001/,
    );
    const wrong = csv(["NPI", "OPCERT"], ["1100000001", "H-7000"]);
    await expect(importing(ownCertificates, { name: "own.csv", content: wrong }, { asOf, files })).rejects.toThrow(
      /"H-7000", expected 7 digits/,
    );
  });

  it("tells the peer groups and regions of clinics too, with or without a certificate", async () => {
    const clinic = providersFile(
      "1100000003,00100003,7000201R,EXAMPLE HEALTH CENTER,OUTPATIENT_CLINIC_ASC,Bronx,10451",
    );
    const content = csv(
      ["NPI", "Operating Certificate", "Peer Groups", "Service Regions"],
      ["1100000003", "", "clinic|ambsurg", "Downstate"],
      ["1100000004", "", "", ""],
    );
    const { report } = await importing(ownCertificates, { name: "own.csv", content }, { asOf, files: clinic });
    expect(report.tables).toMatchObject([{ table: "ny/providers", taken: 1 }]);
    expect(report.leftOut).toMatchObject([{ reason: "a line without an NPI or a certificate", count: 1 }]);
  });
});
