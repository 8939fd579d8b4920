import { describe, expect, it } from "vitest";
import { outpatient } from "../../../src/states/ga/outpatient/lookup.ts";
import { interchange, rowsOfX12 } from "./support/read-rows.ts";

const remit = (...segments: readonly string[]) =>
  interchange("835", "005010X221A1", ["BPR*I*0", "TRN*1*T1", "N1*PE*X*XX*1200010142", "LX*1", ...segments]);
const claims = (...segments: readonly string[]) =>
  interchange("837", "005010X222A1", ["HL*1**20*1", "NM1*85*2*G*****XX*1200010142", "HL*2*1*22*0", ...segments]);

const line = (place: string, code: string, day: string, ...more: readonly string[]) => [
  "LX*1",
  `SV1*HC:${code}*10*UN*1*${place}`,
  `DTP*472*D8*${day}`,
  ...more,
];
const paid = (code: string, day: string, ...more: readonly string[]) => [
  `SVC*HC:${code}*10*4**1`,
  `DTM*472*${day}`,
  ...more,
];

async function places(remittance: string, batch: string) {
  const { rows, remittance: facts } = await rowsOfX12(remittance, outpatient, batch);
  return { places: rows.map((row) => row.place_of_service), notJoined: facts?.notJoined };
}

const NOTHING = [
  { side: "remittance", claims: 0, lines: 0, first: [] },
  { side: "claims", claims: 0, lines: 0, first: [] },
];

describe("Lines of a remittance", () => {
  it("are joined by their control number before code and day", async () => {
    const batch = claims(
      "CLM*A1*20***11:B:1",
      ...line("22", "99213", "20261001", "REF*6R*L1"),
      ...line("23", "99213", "20261001", "REF*6R*L2"),
    );
    const text = remit(
      "CLP*A1*1*20*8",
      ...paid("99213", "20261001", "REF*6R*L2"),
      ...paid("99213", "20261001", "REF*6R*L1"),
    );
    expect(await places(text, batch)).toEqual({ places: ["23", "22"], notJoined: NOTHING });
  });

  it("are joined by code and day, and equal ones in any order", async () => {
    const batch = claims(
      "CLM*A1*40***11:B:1",
      ...line("22", "99213", "20261001"),
      ...line("23", "99213", "20261002"),
      ...line("24", "71046", "20261001"),
      ...line("24", "71046", "20261001"),
    );
    const lines = [
      paid("71046", "20261001"),
      paid("99213", "20261002"),
      paid("71046", "20261001"),
      paid("99213", "20261001"),
    ];
    expect(await places(remit("CLP*A1*1*40*16", ...lines.flat()), batch)).toEqual({
      places: ["24", "23", "24", "22"],
      notJoined: NOTHING,
    });
  });

  it("that could be joined with lines of different places are joined with neither, and have no place", async () => {
    const two = [...line("24", "71046", "20261001"), ...line("21", "71046", "20261001")];
    const text = remit("CLP*A1*1*20*8", ...paid("71046", "20261001"), ...paid("71046", "20261001"));
    expect(await places(text, claims("CLM*A1*20***11:B:1", ...two))).toEqual({
      places: ["", ""],
      notJoined: [
        { side: "remittance", claims: 0, lines: 2, first: ["A1"] },
        { side: "claims", claims: 0, lines: 2, first: ["A1"] },
      ],
    });
  });

  it("are joined by their place in the claim (LX01) where they were sent without control number", async () => {
    const [one, two] = [line("22", "99213", "20261001"), line("23", "99213", "20261001").with(0, "LX*2")];
    const text = remit("CLP*A1*1*20*8", ...["2", "1"].flatMap((at) => paid("99213", "20261001", `REF*6R*${at}`)));
    expect(await places(text, claims("CLM*A1*20***11:B:1", ...one, ...two))).toEqual({
      places: ["23", "22"],
      notJoined: NOTHING,
    });
  });

  it("that are parts of one line are all joined with it, by the units of each", async () => {
    const sent = ["LX*1", "SV1*HC:99213*20*UN*4*22", "DTP*472*D8*20261001", "REF*6R*L1"];
    const part = (units: number) => [`SVC*HC:99213*10*4**${units}**4`, "DTM*472*20261001", "REF*6R*L1"];
    const text = remit("CLP*A1*1*20*8", ...part(3), ...part(1));
    const { rows, remittance } = await rowsOfX12(text, outpatient, claims("CLM*A1*20***11:B:1", ...sent));
    expect(rows.map((row) => [row.place_of_service, row.units])).toEqual([
      ["22", "3"],
      ["22", "1"],
    ]);
    expect(remittance?.notJoined).toEqual(NOTHING);
  });

  it("are never joined with a line of another control number", async () => {
    const batch = claims("CLM*A1*10***11:B:1", ...line("11", "99213", "20261001", "REF*6R*L1"));
    const text = remit("CLP*A1*1*10*4", ...paid("99213", "20261001", "REF*6R*L9"));
    expect((await places(text, batch)).notJoined).toEqual([
      { side: "remittance", claims: 0, lines: 1, first: ["A1"] },
      { side: "claims", claims: 0, lines: 1, first: ["A1"] },
    ]);
  });

  it("are joined with the claim that replaces another, and never with one that voids it", async () => {
    const sent = (frequency: number, place: string) => [
      `CLM*A1*10***11:B:${frequency}`,
      ...line(place, "99213", "20261001"),
    ];
    const text = remit("CLP*A1*1*10*4", ...paid("99213", "20261001"));
    const replaced = claims(...sent(1, "22"), ...sent(7, "23"));
    expect(await places(text, replaced)).toEqual({ places: ["23"], notJoined: NOTHING });
    const voided = claims(...sent(1, "22"), ...sent(8, "23"));
    expect(await places(text, voided)).toEqual({ places: ["22"], notJoined: NOTHING });
  });

  it("of a claim that was paid as a whole are all answered", async () => {
    const batch = claims("CLM*A1*10***11:B:1", ...line("22", "99213", "20261001"));
    expect((await places(remit("CLP*A1*1*10*4**MC*P1*13"), batch)).notJoined).toEqual(NOTHING);
  });

  it("are joined by the code that was billed", async () => {
    const batch = claims("CLM*A1*10***11:B:1", ...line("22", "99214", "20261001"));
    const text = remit("CLP*A1*1*10*4", "SVC*HC:99212*10*4**1*HC:99214", "DTM*472*20261001");
    expect(await places(text, batch)).toEqual({ places: ["22"], notJoined: NOTHING });
  });

  it("of a number that several claims have are joined by the charge, or not at all", async () => {
    const one = ["CLM*A1*10***11:B:1", ...line("22", "99213", "20261001")];
    const two = ["CLM*A1*20***11:B:1", ...line("23", "99213", "20261001"), ...line("23", "71046", "20261001")];
    const text = remit("CLP*A1*1*20*4**MC*P1*11", ...paid("99213", "20261001"));
    expect((await places(text, claims(...one, ...two))).places).toEqual(["23"]);
    const { places: unjoined, notJoined } = await places(text, claims(...two, ...two));
    expect(unjoined).toEqual(["11"]);
    expect(notJoined).toEqual([
      { side: "remittance", claims: 1, lines: 1, first: ["A1"] },
      { side: "claims", claims: 2, lines: 4, first: ["A1", "A1"] },
    ]);
  });

  it("are not joined with the only claim of their number when charge and days differ", async () => {
    const text = (charge: string, day: string) => remit(`CLP*A1*1*${charge}*4**MC*P1*11`, ...paid("99213", day));
    const other = claims("CLM*A1*900***23:B:1", ...line("22", "00100", "20251001"), ...line("22", "99213", "20251003"));
    expect(await places(text("10", "20261001"), other)).toEqual({
      places: ["11"],
      notJoined: [
        { side: "remittance", claims: 1, lines: 1, first: ["A1"] },
        { side: "claims", claims: 1, lines: 2, first: ["A1"] },
      ],
    });
    expect((await places(text("10", "20251003"), other)).places).toEqual(["22"]);
    expect((await places(text("900.00", "20251003"), other)).places).toEqual(["22"]);
    const oneDayOfTwo = remit("CLP*A1*1*20*8**MC*P1*11", ...paid("99213", "20251003"), ...paid("99213", "20261001"));
    expect((await places(oneDayOfTwo, other)).places).toEqual(["11", "11"]);
  });

  it("are not joined with a claim of the same number and charge on other days", async () => {
    const batch = claims("CLM*A1*10***11:B:1", ...line("22", "99213", "20251001", "REF*6R*L1"));
    const text = remit("CLP*A1*1*10*4**MC*P1*11", ...paid("99213", "20261001", "REF*6R*L1"));
    expect(await places(text, batch)).toEqual({
      places: ["11"],
      notJoined: [
        { side: "remittance", claims: 1, lines: 1, first: ["A1"] },
        { side: "claims", claims: 1, lines: 1, first: ["A1"] },
      ],
    });
  });

  it("of several claims of one number and charge are joined with the one of their day", async () => {
    const visit = (day: string, place: string) => ["CLM*A1*10***11:B:1", ...line(place, "99213", day)];
    const batch = claims(...visit("20261001", "22"), ...visit("20261008", "23"));
    const remitted = (day: string) => ["CLP*A1*1*10*4**MC*P1*11", ...paid("99213", day)];
    const text = remit(...remitted("20261008"), ...remitted("20261001"));
    expect(await places(text, batch)).toEqual({ places: ["23", "22"], notJoined: NOTHING });
    const many = Array.from({ length: 100 }, () => visit("20251001", "22"));
    const of101 = await places(remit(...remitted("20261008")), claims(...many.flat(), ...visit("20261008", "23")));
    expect(of101.places).toEqual(["11"]);
    const of100 = claims(...many.slice(1).flat(), ...visit("20261008", "23"));
    expect((await places(remit(...remitted("20261008")), of100)).places).toEqual(["23"]);
  });

  it.each([
    ["a day within those of a line", "DTM*472*20261003", ["23"]],
    ["the last of them", "DTM*472*20261005", ["23"]],
    ["a day behind them", "DTM*472*20261006", ["11"]],
    ["no day", "DTM*036*20261006", ["23"]],
    ["a day that is none", "DTM*472*2026", ["23"]],
  ])("with %s are joined by number and charge", async (_, dtm, expected) => {
    const sent = ["LX*1", "SV1*HC:99213*10*UN*1*23", "DTP*472*RD8*20261001-20261005", "REF*6R*L1"];
    const text = remit("CLP*A1*1*10*4**MC*P1*11", "SVC*HC:99213*10*4**1", dtm, "REF*6R*L1");
    expect((await places(text, claims("CLM*A1*10***11:B:1", ...sent))).places).toEqual(expected);
  });

  it("are joined with a claim without days by number and charge", async () => {
    const sent = ["CLM*A1*10***11:B:1", "LX*1", "SV1*HC:99213*10*UN*1*23", "REF*6R*L1"];
    const text = remit("CLP*A1*1*10*4**MC*P1*11", ...paid("99213", "20261001", "REF*6R*L1"));
    expect((await places(text, claims(...sent))).places).toEqual(["23"]);
  });

  it("that are parts of one line in minutes have none of them: the payer does not say how many are whose", async () => {
    const sent = ["CLM*A1*20***11:B:1", "LX*1", "SV1*HC:00840*20*MJ*95*22", "DTP*472*D8*20261001", "REF*6R*L1"];
    const minutes = async (...lines: readonly (readonly string[])[]) => {
      const { rows } = await rowsOfX12(remit("CLP*A1*1*20*8", ...lines.flat()), outpatient, claims(...sent));
      return rows.map((row) => row.anesthesia_minutes);
    };
    const part = paid("00840", "20261001", "REF*6R*L1");
    expect(await minutes(part)).toEqual(["95"]);
    expect(await minutes(part, part)).toEqual(["", ""]);
  });

  it("are joined with a stay by a day of its statement", async () => {
    const stay = ["CLM*A1*10***13:A:1", "DTP*434*RD8*20261001-20261005", "HI*BE:24:::1402", "LX*1"];
    const header = ["HL*1**20*1", "NM1*85*2*G*****XX*1200010142", "HL*2*1*22*0"];
    const batch = interchange("837", "005010X223A2", [...header, ...stay, "SV2*0450*HC:99213*10*UN*1"]);
    const answered = async (day: string) => {
      const text = remit("CLP*A1*1*10*4**MC*P1*13", `DTM*232*${day}`, "SVC*HC:99213*10*4*0450*1");
      return (await rowsOfX12(text, outpatient, batch)).remittance?.notJoined.map((each) => each.claims);
    };
    expect(await answered("20261004")).toEqual([0, 0]);
    expect(await answered("20260930")).toEqual([1, 1]);
  });

  it("are not joined by a control number when the procedures differ", async () => {
    const batch = claims(
      "CLM*A1*20***11:B:1",
      ...line("22", "99213", "20261001", "REF*6R*L1"),
      ...line("23", "71046", "20261001", "REF*6R*L2"),
    );
    const swapped = remit(
      "CLP*A1*1*20*8**MC*P1*11",
      ...paid("71046", "20261001", "REF*6R*L1"),
      ...paid("99214", "20261001", "REF*6R*L2"),
    );
    // Nor by code and day: two different control numbers are two lines.
    expect((await places(swapped, batch)).places).toEqual(["", ""]);
  });

  it("leave a line to the one that has its control number", async () => {
    const batch = claims(
      "CLM*A1*20***11:B:1",
      ...line("22", "99213", "20261001", "REF*6R*L1"),
      ...line("23", "99213", "20261001", "REF*6R*L2"),
    );
    const text = remit("CLP*A1*1*20*8", ...paid("99213", "20261001"), ...paid("99213", "20261001", "REF*6R*L1"));
    expect((await places(text, batch)).places).toEqual(["23", "22"]);
  });

  it("without a counterpart are counted and listed, on both sides", async () => {
    const batch = claims(
      ...["CLM*A1*10***11:B:1", ...line("22", "99213", "20261001")],
      ...["CLM*A9*10***11:B:1", ...line("22", "99213", "20261001")],
    );
    const text = remit(
      ...["CLP*A1*1*20*8", ...paid("99213", "20261001"), ...paid("71046", "20261001")],
      ...["CLP*A2*1*10*4", ...paid("99213", "20261001")],
    );
    expect((await places(text, batch)).notJoined).toEqual([
      { side: "remittance", claims: 1, lines: 2, first: ["A1", "A2"] },
      { side: "claims", claims: 1, lines: 1, first: ["A9"] },
    ]);
  });

  it("need a remittance and claims, each in its place", async () => {
    const [one, other] = [remit("CLP*A1*1*1*1"), claims("CLM*A1*1***11:B:1")];
    await expect(rowsOfX12(other, outpatient, other)).rejects.toThrow("leave the second file out");
    await expect(rowsOfX12(one, outpatient, one)).rejects.toThrow("the second file is for the claims (837)");
  });
});
