import { describe, expect, it } from "vitest";
import { outpatient as california } from "../../../src/states/ca/outpatient/lookup.ts";
import { inpatient as georgiaStays } from "../../../src/states/ga/inpatient/lookup.ts";
import { inpatient as newYorkStays } from "../../../src/states/ny/inpatient/lookup.ts";
import { outpatient as newYork } from "../../../src/states/ny/outpatient/lookup.ts";
import { interchange, rowsOfX12 } from "./support/read-rows.ts";

/* General segments mean what their qualifiers say: beside each that is read stands one that is not. */

const [PAYEE, BILLING, RENDERING, FACILITY] = ["1100020100", "1000700140", "1000700157", "1000700165"] as const;

async function remitted(lookup: typeof newYork, ...segments: readonly string[]) {
  const head = ["BPR*I*0*C*NON", "TRN*1*T1", "N1*PR*STATE*XX*1999999991", `N1*PE*CLINIC*XX*${PAYEE}`, "LX*1"];
  return (await rowsOfX12(interchange("835", "005010X221A1", [...head, ...segments]), lookup)).rows;
}

async function submitted(lookup: typeof newYork, guide: string, ...segments: readonly string[]) {
  const head = ["HL*1**20*1", `NM1*85*2*G*****XX*${BILLING}`, "NM1*87*2*PAYTO*****XX*1999999991", "HL*2*1*22*0"];
  return (await rowsOfX12(interchange("837", guide, [...head, ...segments]), lookup)).rows;
}

const [PROFESSIONAL, INSTITUTIONAL] = ["005010X222A1", "005010X223A2"] as const;
const VISIT = ["CLM*A1*100***13:A:1", "DTP*434*RD8*20261001-20261003"];
const LINE = ["LX*1", "SV2*0450*HC:99283*100*UN*2"];

describe("The provider of a claim", () => {
  it("is the service facility (NM1*77) of an institutional one, else who bills", async () => {
    const facility = `NM1*77*2*CAMPUS*****XX*${FACILITY}`;
    const person = `NM1*82*1*DOE*ANN****XX*${RENDERING}`;
    expect(await submitted(newYork, INSTITUTIONAL, ...VISIT, facility, person, ...LINE)).toMatchObject([
      { npi: FACILITY },
    ]);
    expect(await submitted(newYork, INSTITUTIONAL, ...VISIT, person, ...LINE)).toMatchObject([{ npi: BILLING }]);
    expect(await submitted(newYork, INSTITUTIONAL, ...VISIT, ...LINE, facility)).toMatchObject([{ npi: BILLING }]);
    const other = `NM1*71*1*ROE*ANN****XX*${FACILITY}`;
    expect(await submitted(newYork, INSTITUTIONAL, ...VISIT, other, ...LINE)).toMatchObject([{ npi: BILLING }]);
  });

  it("of a joined remittance is the same", async () => {
    const facility = `NM1*77*2*CAMPUS*****XX*${FACILITY}`;
    const head = ["HL*1**20*1", `NM1*85*2*G*****XX*${BILLING}`, "HL*2*1*22*0"];
    const paid = ["BPR*I*0", "TRN*1*T1", `N1*PE*CLINIC*XX*${PAYEE}`, "CLP*A1*1*100*50", "SVC*HC:99283*100*50*0450"];
    const npi = async (...segments: readonly string[]) => {
      const batch = interchange("837", INSTITUTIONAL, [...head, ...VISIT, ...segments, ...LINE]);
      return (await rowsOfX12(interchange("835", "005010X221A1", paid), newYork, batch)).rows.map((row) => row.npi);
    };
    expect(await npi(facility)).toEqual([FACILITY]);
    expect(await npi()).toEqual([BILLING]);
  });

  it("is not who billed the claims before: a billing level (HL03 20) begins without one", async () => {
    const visit = ["CLM*A1*100***11:B:1", "LX*1", "SV1*HC:99213*100*UN*1"];
    const npis = async (level: string) =>
      (await submitted(newYork, PROFESSIONAL, ...visit, `HL*3**${level}*1`, ...visit)).map((row) => row.npi);
    expect(await npis("20")).toEqual([BILLING, ""]);
    expect(await npis("22")).toEqual([BILLING, BILLING]);
  });

  it("is the service facility of a stay, too", async () => {
    const stay = ["CLM*A1*100***11:A:1", "HI*DR:139", `NM1*77*2*CAMPUS*****XX*${FACILITY}`];
    expect(await submitted(newYorkStays, INSTITUTIONAL, ...stay)).toMatchObject([{ npi: FACILITY }]);
  });

  it("is who rendered a professional one, and never its facility or a number that is no NPI", async () => {
    const visit = ["CLM*A1*100***11:B:1", `NM1*77*2*CAMPUS*****XX*${FACILITY}`];
    const line = ["LX*1", "SV1*HC:99213*100*UN*1"];
    expect(await submitted(newYork, PROFESSIONAL, ...visit, ...line)).toMatchObject([{ npi: BILLING }]);
    const by = (qualifier: string) => `NM1*82*1*DOE*ANN****${qualifier}*${RENDERING}`;
    expect(await submitted(newYork, PROFESSIONAL, ...visit, by("XX"), ...line)).toMatchObject([{ npi: RENDERING }]);
    expect(await submitted(newYork, PROFESSIONAL, ...visit, by("24"), ...line)).toMatchObject([{ npi: BILLING }]);
  });

  it("of a remittance is the payee, and not the payer", async () => {
    expect(await remitted(newYork, "CLP*A1*1*100*50", "SVC*HC:99213*100*50")).toMatchObject([{ npi: PAYEE }]);
    const corrected = `NM1*74*1*DOE*ANN****XX*${RENDERING}`;
    expect(await remitted(newYork, "CLP*A1*1*100*50", corrected, "SVC*HC:99213*100*50")).toMatchObject([
      { npi: PAYEE },
    ]);
    const ofLine = ["SVC*HC:99213*100*50", `REF*1C*${RENDERING}`];
    expect(await remitted(newYork, "CLP*A1*1*100*50", ...ofLine)).toMatchObject([{ npi: PAYEE }]);
  });
});

describe("The days of a remittance", () => {
  const day = async (...segments: readonly string[]) =>
    (
      await remitted(
        newYork,
        "CLP*A1*1*100*50",
        "DTM*232*20260901",
        "DTM*050*20261105",
        "SVC*HC:99213*100*50",
        ...segments,
      )
    )[0]?.date_of_service;

  it("are the day of the line (472), else its first (150), else that of the claim (232)", async () => {
    expect(await day("DTM*472*20261002")).toBe("2026-10-02");
    expect(await day("DTM*150*20261003", "DTM*151*20261009")).toBe("2026-10-03");
    expect(await day("DTM*151*20261009")).toBe("2026-09-01");
    expect(await day()).toBe("2026-09-01");
  });

  it("are the first (232) and the last (233) of a stay, and no other", async () => {
    const days = ["DTM*036*20270101", "DTM*232*20261001", "DTM*233*20261005", "DTM*050*20261201"];
    expect(await remitted(newYorkStays, "CLP*A1*1*100*50**MC*P1*11***139", ...days)).toMatchObject([
      { discharge_date: "2026-10-05", length_of_stay: "4" },
    ]);
  });
});

describe("The days of a claim", () => {
  it("are those of the line (472), else of the statement (434), and no other", async () => {
    const visit = async (...segments: readonly string[]) =>
      (await submitted(newYork, INSTITUTIONAL, ...VISIT, ...LINE, ...segments))[0]?.date_of_service;
    expect(await visit("DTP*472*D8*20261002")).toBe("2026-10-02");
    expect(await visit("DTP*573*D8*20261102")).toBe("2026-10-01");
  });

  it("are the admission (435) and the end of the statement of a stay", async () => {
    const stay = ["CLM*A1*100***11:A:1", "HI*DR:139", "DTP*096*TM*1130", "DTP*434*RD8*20261001-20261005"];
    expect(await submitted(georgiaStays, INSTITUTIONAL, ...stay, "DTP*435*DT*202609281430")).toMatchObject([
      { admit_date: "2026-09-28" },
    ]);
    expect(await submitted(georgiaStays, INSTITUTIONAL, ...stay, "DTP*431*D8*20260928")).toMatchObject([
      { admit_date: "2026-10-01" },
    ]);
  });
});

describe("The covered days of a stay", () => {
  const covered = async (...segments: readonly string[]) =>
    (await remitted(georgiaStays, "CLP*A1*1*100*50**MC*P1*11***139", ...segments))[0]?.length_of_stay;

  it("are QTY*CA, else MIA01, where zero stands for nothing", async () => {
    expect(await covered("MIA*4", "QTY*CA*3")).toBe("3");
    expect(await covered("QTY*CA*3", "MIA*4")).toBe("3");
    expect(await covered("MIA*4", "QTY*NE*3")).toBe("4");
    expect(await covered("MIA*0")).toBe("");
    expect(await covered("MIA*4", "SVC*NU:0120*100*50", "QTY*CA*9")).toBe("4");
  });

  it("are value code 80 of the claim, and no other code", async () => {
    const stay = async (codes: string) =>
      (await submitted(georgiaStays, INSTITUTIONAL, "CLM*A1*100***11:A:1", "HI*DR:139", codes))[0]?.length_of_stay;
    expect(await stay("HI*BE:01:::900*BE:80:::6")).toBe("6");
    expect(await stay("HI*BE:81:::6")).toBe("");
    expect(await stay("HI*BH:80:::6")).toBe("");
  });

  it("come with a stay: a claim with MIA is one, and a claim with MOA is none", async () => {
    const settings = async (segment: string) =>
      (await remitted(newYorkStays, "CLP*A1*1*100*50**MC*P1*13", segment)).map((row) => row.not_owed);
    expect(await settings("MIA*0")).toEqual([""]);
    expect(await settings("MOA***MA01")).toEqual(["other_setting"]);
  });
});

describe("The units of a line", () => {
  const units = async (line: string, guide: string = INSTITUTIONAL) =>
    (await submitted(california, guide, ...VISIT, "LX*1", line)).map((row) => [row.units, row.anesthesia_minutes]);

  it("are units: days (DA) and minutes (MJ) are none", async () => {
    expect(await units("SV2*0450*HC:99283*100*UN*2")).toEqual([["2", ""]]);
    expect(await units("SV2*0120*HC:99283*100*DA*2")).toEqual([["", ""]]);
    expect(await units("SV1*HC:00840*100*UN*2", PROFESSIONAL)).toEqual([["2", ""]]);
    expect(await units("SV1*HC:00840*100*MJ*95", PROFESSIONAL)).toEqual([["", "95"]]);
  });

  it("are those billed before those of the claim, and those before the ones that were paid", async () => {
    const paid = async (svc: string) => (await remitted(newYork, "CLP*A1*1*100*50", svc)).map((row) => row.units);
    expect(await paid("SVC*HC:99213*100*50**1**3")).toEqual(["3"]);
    expect(await paid("SVC*HC:99213*100*0**0")).toEqual([""]);
  });
});

describe("The procedure of a line", () => {
  const code = async (procedure: string) =>
    (await remitted(newYork, "CLP*A1*1*100*50**MC*P1*13", `SVC*${procedure}*100*50`)).map((row) => [
      row.billing_code,
      row.revenue_code,
    ]);

  it.each(["HC", "HP", "IV", "WK", "ER"])("is that of qualifier %s", async (qualifier) => {
    expect(await code(`${qualifier}:99213`)).toEqual([["99213", ""]]);
  });

  it.each(["AD", "N4", "UI", "ZZ", ""])("is none of qualifier %j", async (qualifier) => {
    expect(await code(`${qualifier}:99213`)).toEqual([["", ""]]);
  });

  it("is none where a revenue code stands alone", async () => {
    expect(await code("NU:0450")).toEqual([["", "0450"]]);
  });

  it("has four modifiers at most", async () => {
    const rows = await remitted(newYork, "CLP*A1*1*100*50", "SVC*HC:99213:25:59:76:77:99*100*50");
    expect(rows).toMatchObject([{ modifier_1: "25", modifier_2: "59", modifier_3: "76", modifier_4: "77" }]);
  });
});

describe("Amounts, numbers and remarks of a line", () => {
  it("are those of their qualifiers", async () => {
    const others = ["AMT*AU*99", "REF*G1*AUTH", "LQ*RX*70", "REF*LU*11"];
    const own = ["AMT*B6*60", "REF*6R*L1", "LQ*HE*N130", "REF*HPI*1000700157"];
    const line = ["SVC*HC:99213*100*50", "CAS*CO*45*50"];
    const facts = { allowed_amount: "60.00", line_control: "L1", remarks_of_payer: "N130", npi: RENDERING };
    expect(await remitted(newYork, "CLP*A1*1*100*50", ...line, ...others, ...own)).toMatchObject([facts]);
    const none = { allowed_amount: "50.00", line_control: "", remarks_of_payer: "", npi: PAYEE };
    expect(await remitted(newYork, "CLP*A1*1*100*50", ...line, ...others)).toMatchObject([none]);
  });

  it("belong to the line that they follow, and those of the claim to none", async () => {
    const rows = await remitted(
      newYork,
      "CLP*A1*1*100*50",
      "AMT*B6*60",
      "REF*6R*L1",
      "SVC*HC:99213*100*50",
      "CAS*CO*45*50",
    );
    expect(rows).toMatchObject([{ allowed_amount: "50.00", line_control: "" }]);
  });
});

describe("A claim without a guide", () => {
  it("is institutional by its type of bill (CLM05-2)", async () => {
    const kind = async (qualifier: string) =>
      (await submitted(newYork, "005010", `CLM*A1*100***13:${qualifier}:1`, "LX*1", "SV1*HC:99213*100*UN*1")).map(
        (row) => row.place_of_service,
      );
    expect(await kind("A")).toEqual([""]);
    expect(await kind("B")).toEqual(["13"]);
  });
});
