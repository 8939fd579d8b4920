import { describe, expect, it } from "vitest";
import { inpatient as californiaStays } from "../../../src/states/ca/inpatient/lookup.ts";
import { outpatient as california } from "../../../src/states/ca/outpatient/lookup.ts";
import { outpatient as georgia } from "../../../src/states/ga/outpatient/lookup.ts";
import { inpatient as newYorkStays } from "../../../src/states/ny/inpatient/lookup.ts";
import { outpatient as newYork } from "../../../src/states/ny/outpatient/lookup.ts";
import { interchange, rowsOfX12 } from "./support/read-rows.ts";

const BILLING = ["HL*1**20*1", "NM1*85*2*GROUP*****XX*1000700140"];
const SUBSCRIBER = ["HL*2*1*22*0", "NM1*IL*1*DOE*JOHN****MI*123", "DMG*D8*20051001*M"];

const professional = (...segments: readonly string[]) =>
  interchange("837", "005010X222A1", [...BILLING, ...SUBSCRIBER, ...segments]);
const institutional = (...segments: readonly string[]) =>
  interchange("837", "005010X223A2", [...BILLING, ...SUBSCRIBER, ...segments]);

describe("A professional claim", () => {
  it("has a row for each line, with the place and provider of the line before those of the claim", async () => {
    const { rows, words } = await rowsOfX12(
      professional(
        "CLM*A1*120***11:B:1*Y",
        "NM1*82*1*DOE*ANN****XX*1000700157",
        "LX*1",
        "SV1*HC:99213:25*100*UN*2***1",
        "DTP*472*RD8*20260930-20261002",
        "REF*6R*L1",
        "LX*2",
        "SV1*HC:00840:QK:P3*20*MJ*95*23**1",
        "DTP*472*D8*20261001",
        "NM1*82*1*ROE*BOB****XX*1000700165",
      ),
      california,
    );
    expect(words).toBe("X12 837P (claims), 1 claim, 2 lines");
    const none = { revenue_code: "", modifier_3: "", modifier_4: "", not_owed: "", claim: "A1" };
    expect(rows).toEqual([
      {
        ...none,
        line_control: "L1",
        npi: "1000700157",
        billing_code: "99213",
        date_of_service: "2026-09-30",
        child_patient: "true",
        emergency_room: "false",
        anesthesia_minutes: "",
        modifier_1: "25",
        modifier_2: "",
        units: "2",
        billed_amount: "100.00",
      },
      {
        ...none,
        line_control: "",
        npi: "1000700165",
        billing_code: "00840",
        date_of_service: "2026-10-01",
        child_patient: "false",
        emergency_room: "true",
        anesthesia_minutes: "95",
        modifier_1: "QK",
        modifier_2: "P3",
        units: "",
        billed_amount: "20.00",
      },
    ]);
  });

  it("is of its billing provider where no other is named, and takes the charges as the state does", async () => {
    const { rows } = await rowsOfX12(professional("CLM*A1*120***22:B:1", "LX*1", "SV1*HC:99213*100*UN*1"), georgia);
    expect(rows).toMatchObject([{ npi: "1000700140", place_of_service: "22", billed_charges: "100.00" }]);
  });

  it("takes nothing from other payers of the claim, nor the age of their subscribers", async () => {
    const { rows } = await rowsOfX12(
      professional(
        "CLM*A1*120***11:B:1",
        ...["SBR*S*18", "DMG*D8*20200101*F", "NM1*82*1*X*****XX*1999999999", "DTP*573*D8*20200101"],
        ...["LX*1", "SV1*HC:99213*100*UN*1", "DTP*472*D8*20261001", "SVD*1*2", "DTP*472*D8*20200101"],
      ),
      california,
    );
    expect(rows).toMatchObject([{ npi: "1000700140", child_patient: "false", date_of_service: "2026-10-01" }]);
  });

  it("of a dependent has the dependent's age", async () => {
    const { rows } = await rowsOfX12(
      professional(
        "HL*3*2*23*0",
        "NM1*QC*1*DOE*KID",
        "DMG*D8*20200101*F",
        "CLM*A1*1***11:B:1",
        "LX*1",
        "SV1*HC:99213*1*UN*1",
        "DTP*472*D8*20261001",
      ),
      california,
    );
    expect(rows).toMatchObject([{ child_patient: "true" }]);
  });

  it("that voids an earlier one is a reversal", async () => {
    const { rows } = await rowsOfX12(professional("CLM*A1*1***11:B:8", "LX*1", "SV1*HC:99213*1*UN*1"), newYork);
    expect(rows).toMatchObject([{ not_owed: "reversal" }]);
  });
});

describe("An institutional claim", () => {
  const outpatient = [
    "CLM*B1*150***13:A:1",
    "DTP*434*RD8*20261001-20261001",
    "HI*BE:24:::1402*BE:80:::1",
    "NM1*82*1*DOE*ANN****XX*1000700157",
    "LX*1",
    "SV2*0450*HC:99283:25*150*UN*1",
  ];
  const stay = [
    "CLM*C1*9000***11:A:1",
    "DTP*434*RD8*20260928-20261003",
    "DTP*435*DT*202609281430",
    "CL1*1*1*02",
    "HI*DR:139-2",
    "HI*BE:80:::4",
    "LX*1",
    "SV2*0120**9000*DA*5",
  ];

  it("of a visit is of the facility, has a rate code in value code 24, and no place of service", async () => {
    const { rows } = await rowsOfX12(institutional(...outpatient), newYork);
    expect(rows).toMatchObject([
      {
        npi: "1000700140",
        billing_code: "99283",
        rate_code: "1402",
        place_of_service: "",
        date_of_service: "2026-10-01",
      },
    ]);
  });

  it("of a visit to an emergency room is known by its revenue code", async () => {
    const { rows } = await rowsOfX12(institutional(...outpatient), california);
    expect(rows).toMatchObject([{ revenue_code: "0450", emergency_room: "true" }]);
  });

  it("of a stay is one row", async () => {
    const { rows } = await rowsOfX12(institutional(...stay), californiaStays);
    expect(rows).toEqual([
      {
        claim: "C1",
        npi: "1000700140",
        drg: "139-2",
        admit_date: "2026-09-28",
        transfer_claim: "true",
        interim_claim: "false",
        child_patient: "true",
        length_of_stay: "5",
        total_charges: "9000.00",
        not_owed: "",
      },
    ]);
    expect((await rowsOfX12(institutional(...stay), newYorkStays)).rows).toMatchObject([
      { discharge_date: "2026-10-03", transfer_out: "true", age_group: "ADULT", gross_charges: "9000.00" },
    ]);
    const withoutBirth = interchange("837", "005010X223A2", [...BILLING, ...SUBSCRIBER.slice(0, 2), ...stay]);
    expect((await rowsOfX12(withoutBirth, newYorkStays)).rows).toMatchObject([{ age_group: "" }]);
  });

  it.each(["12", "18", "21"])("of type %s with a DRG is a stay, and without one a visit", async (type) => {
    const codes = async (segments: readonly string[], lookup: typeof newYork) =>
      (await rowsOfX12(institutional(...segments), lookup)).rows.map((row) => row.not_owed);
    const ofType = [`CLM*C1*9000***${type}:A:1`, ...stay.slice(1)];
    expect(await codes(ofType, newYorkStays)).toEqual([""]);
    expect(await codes(ofType, newYork)).toEqual(["other_setting"]);
    const withoutDrg = ofType.filter((segment) => !segment.startsWith("HI*DR"));
    expect(await codes(withoutDrg, newYorkStays)).toEqual(["other_setting"]);
  });

  it("of a patient who is still there covers its own days, the last among them", async () => {
    const interim = institutional(
      "CLM*C1*90000***11:A:3",
      "DTP*434*RD8*20261001-20261031",
      "DTP*435*D8*20260901",
      "CL1*1*1*30",
      "HI*DR:139-2",
      ...["LX*1", "SV2*0120**90000*DA*31"],
    );
    expect((await rowsOfX12(interim, californiaStays)).rows).toMatchObject([
      { admit_date: "2026-09-01", interim_claim: "true", length_of_stay: "31" },
    ]);
    expect((await rowsOfX12(interim, newYorkStays)).rows).toMatchObject([{ discharge_date: "", length_of_stay: "31" }]);
  });

  it("belongs to one setting", async () => {
    const both = institutional(...outpatient, "HL*3*1*22*0", ...stay);
    const codes = async (lookup: typeof newYork) => (await rowsOfX12(both, lookup)).rows.map((row) => row.not_owed);
    expect(await codes(newYork)).toEqual(["", "other_setting"]);
    expect(await codes(newYorkStays)).toEqual(["other_setting", ""]);
  });
});

describe("Dental claims", () => {
  it("are named and refused", async () => {
    const byGuide = interchange("837", "005010X224A2", BILLING);
    await expect(rowsOfX12(byGuide, newYork)).rejects.toThrow("has dental claims (837D), which no lookup prices");
    const byLine = interchange("837", "", [...BILLING, "CLM*D1*1***11:B:1", "LX*1", "SV3*AD:D0120*1"]);
    await expect(rowsOfX12(byLine, newYork)).rejects.toThrow("segment 8 (SV3) has dental claims");
  });
});
