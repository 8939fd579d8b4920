import { describe, expect, it } from "vitest";
import { chooseFeeRow } from "../../../../src/states/ca/outpatient/fee-row.ts";
import type { OutpatientLine } from "../../../../src/states/ca/outpatient/request.ts";
import { conversionFactors, type FeeRow, outpatientRates } from "../../../../src/states/ca/tables.ts";
import { noRateOf, rowsOf } from "../../../support/sheet.ts";
import { DAY, factorRow, feeRow, outpatientLine, period, sheetOf } from "../rows.ts";

const BY_REPORT = { unitValue: null };

const medicine = feeRow();
const radiology = feeRow({ procedureType: "Radiology" });
const podiatrist = feeRow({ procedureType: "Podiatrist" });
const anesthesia = feeRow({ procedureType: "Anesthesia" });
const justice = feeRow({ procedureType: "Justice Involved" });
const all = [justice, podiatrist, anesthesia, radiology, medicine];

/** A sheet over fee rows of which some have the service type that is sent. */
function sheetWith(published: readonly FeeRow[], line: Partial<OutpatientLine>, ofService: readonly FeeRow[] = []) {
  const factors = ofService.map(({ procedureType }) =>
    factorRow({ procedureType, serviceType: line.serviceType as "GYN" }),
  );
  return sheetOf({}, rowsOf(outpatientRates, published), rowsOf(conversionFactors, factors));
}

function choose(published: readonly FeeRow[], line: Partial<OutpatientLine> = {}, ofService: readonly FeeRow[] = []) {
  return chooseFeeRow(outpatientLine(line), sheetWith(published, line, ofService));
}

/** Why none of some rows is chosen. */
function refused(published: readonly FeeRow[], line: Partial<OutpatientLine> = {}) {
  return noRateOf(() => choose(published, line));
}

it("takes the first procedure type of the standing order and lists the others in that order", () => {
  expect(choose(all)).toEqual({
    fee: medicine,
    otherProcedureTypes: ["Radiology", "Anesthesia", "Podiatrist", "Justice Involved"],
  });
});

it("prefers what the provider is", () => {
  expect(choose(all, { providerType: "podiatrist" })).toMatchObject({ fee: podiatrist });
  expect(choose(all, { providerType: "nurse_anesthetist" })).toMatchObject({ fee: anesthesia });
});

it("prefers anesthesia when minutes are sent, before the provider's type, 0 minutes included", () => {
  const withMinutes = { anesthesiaMinutes: 0, providerType: "podiatrist" } as const;
  expect(choose(all, withMinutes)).toMatchObject({ fee: anesthesia });
  expect(choose([medicine, podiatrist], withMinutes)).toMatchObject({ fee: podiatrist });
});

describe("by report", () => {
  const unpricedMedicine = feeRow(BY_REPORT);
  const unpricedPodiatrist = feeRow({ procedureType: "Podiatrist", ...BY_REPORT });
  const unpricedAnesthesia = feeRow({ procedureType: "Anesthesia", ...BY_REPORT });

  it("comes after every row with a price, and is listed all the same", () => {
    expect(choose([unpricedMedicine, justice])).toEqual({ fee: justice, otherProcedureTypes: ["Medicine"] });
  });

  it("comes after every row with a price even where it is what the provider is", () => {
    expect(choose([unpricedPodiatrist, medicine], { providerType: "podiatrist" })).toMatchObject({ fee: medicine });
    const nurse = { providerType: "nurse_anesthetist" } as const;
    expect(choose([unpricedAnesthesia, justice], nurse)).toMatchObject({ fee: justice });
  });

  it("is chosen in the usual order where no row has a price", () => {
    const unpriced = [unpricedPodiatrist, unpricedMedicine];
    expect(choose(unpriced)).toMatchObject({ fee: unpricedMedicine });
    expect(choose(unpriced, { providerType: "podiatrist" })).toMatchObject({ fee: unpricedPodiatrist });
  });

  it("is what minutes ask for, where anesthesia is by report", () => {
    const rows = [medicine, unpricedAnesthesia];
    expect(choose(rows, { anesthesiaMinutes: 60 })).toMatchObject({ fee: unpricedAnesthesia });
    expect(choose(rows)).toMatchObject({ fee: medicine });
  });

  it("is chosen when it is asked for", () => {
    expect(choose([unpricedMedicine, radiology], { procedureType: "Medicine" })).toMatchObject({
      fee: unpricedMedicine,
    });
  });
});

describe("a service type", () => {
  const serviceType = "GYN";

  it("leaves only the rows that have it, whatever comes first otherwise", () => {
    const podiatristsLine = { serviceType, providerType: "podiatrist" } as const;
    expect(choose(all, podiatristsLine, [radiology, justice])).toEqual({
      fee: radiology,
      otherProcedureTypes: ["Medicine", "Anesthesia", "Podiatrist", "Justice Involved"],
    });
    expect(choose(all, { serviceType, anesthesiaMinutes: 60 }, [radiology])).toMatchObject({ fee: radiology });
    expect(choose(all, { serviceType, anesthesiaMinutes: 60 }, [radiology, anesthesia])).toMatchObject({
      fee: anesthesia,
    });
  });

  it("that no row has leaves all of them", () => {
    expect(choose(all, { serviceType, providerType: "podiatrist" })).toMatchObject({ fee: podiatrist });
  });

  it("is not a matter of rows that are by report", () => {
    const unpriced = feeRow({ procedureType: "Anesthesia", ...BY_REPORT });
    const line = { serviceType, anesthesiaMinutes: 60 } as const;
    expect(choose([unpriced, radiology], line, [unpriced, radiology])).toMatchObject({ fee: radiology });
  });

  it("plays no part where the procedure type is sent", () => {
    const line = { serviceType, procedureType: "Medicine" } as const;
    expect(choose(all, line, [radiology])).toMatchObject({ fee: medicine });
  });
});

it("takes the procedure type that is sent and lists the others", () => {
  expect(choose(all, { procedureType: "Radiology", providerType: "podiatrist" })).toEqual({
    fee: radiology,
    otherProcedureTypes: ["Medicine", "Anesthesia", "Podiatrist", "Justice Involved"],
  });
});

it("says which procedure types there are on the day, not on other days", () => {
  const ended = feeRow({ procedureType: "Primary Surgeon", period: period("2020-01-01", "2025-09-30") });
  expect(refused([ended, radiology, medicine], { procedureType: "Primary Surgeon" })).toMatchObject({
    code: "not_for_request",
    remedy: [
      { parameter: "procedure_type", value: "Medicine" },
      { parameter: "procedure_type", value: "Radiology" },
    ],
    message:
      "Procedure code 99213 has no Primary Surgeon rate on 2025-10-01; available procedure types: Medicine, Radiology.",
  });
  expect(choose([ended, radiology, medicine])).toEqual({ fee: medicine, otherProcedureTypes: ["Radiology"] });
});

it("tells a code that is unknown from one without a rate on the day", () => {
  expect(refused([])).toMatchObject({
    code: "code_not_listed",
    message: "Procedure code 99213 is not in the Medi-Cal fee schedule.",
    searched: { table: outpatientRates, key: { procedureCode: "99213" } },
  });
  const ended = feeRow({ period: period("2020-01-01", "2025-09-30") });
  const future = feeRow({ procedureType: "Radiology", period: period("2025-10-02") });
  // Both are one day away; the later start is the nearest.
  expect(refused([ended, future])).toMatchObject({
    code: "not_in_force",
    nearest: future.period,
    message:
      "Procedure code 99213 has no Medi-Cal rate on 2025-10-01; the nearest published period is 2025-10-02 onward.",
  });
});

it("says of every other row why it lost", () => {
  const unpriced = feeRow({ procedureType: "Injection", ...BY_REPORT });
  const ended = feeRow({ procedureType: "Primary Surgeon", period: period("2020-01-01", "2025-09-30") });
  const line = { serviceType: "GYN", providerType: "podiatrist" } as const;
  const ofService = [radiology, justice];
  const sheet = sheetWith([...all, unpriced, ended], line, ofService);
  chooseFeeRow(outpatientLine(line), sheet);
  const why = sheet.readings.rowsOn(DAY).filter(({ table }) => table.name === "outpatient_rates");
  expect(why.map(({ row, used, whyNot }) => [(row as FeeRow).procedureType, used, whyNot])).toEqual([
    ["Justice Involved", false, "another procedure type, Justice Involved"],
    ["Podiatrist", false, "service type GYN does not apply to it"],
    ["Anesthesia", false, "service type GYN does not apply to it"],
    ["Radiology", true, null],
    ["Medicine", false, "service type GYN does not apply to it"],
    ["Injection", false, "service type GYN does not apply to it"],
    ["Primary Surgeon", false, "another period"],
  ]);
});

it("says of a row by report that another one has a price", () => {
  const unpriced = feeRow(BY_REPORT);
  const sheet = sheetWith([unpriced, justice], {});
  chooseFeeRow(outpatientLine(), sheet);
  expect(sheet.readings.rowsOn(DAY)).toMatchObject([
    { row: unpriced, used: false, whyNot: "by report, and another row has a price" },
    { row: justice, used: true, whyNot: null },
  ]);
});

it("says that the others are of another procedure type where one is asked for, by name or with minutes", () => {
  const whyNots = (line: Partial<OutpatientLine>) => {
    const sheet = sheetWith([medicine, anesthesia, feeRow({ procedureType: "Radiology", ...BY_REPORT })], line);
    chooseFeeRow(outpatientLine(line), sheet);
    return sheet.readings.rowsOn(DAY).map(({ whyNot }) => whyNot);
  };
  const lost = ["another procedure type, Medicine", null, "another procedure type, Radiology"];
  expect(whyNots({ procedureType: "Anesthesia" })).toEqual(lost);
  expect(whyNots({ anesthesiaMinutes: 60 })).toEqual(lost);
});

it("assumes the procedure type where none is sent, and takes the period of its row alone", () => {
  const ofOctober = feeRow({ period: period("2025-10-01", "2025-10-31") });
  const sheet = sheetWith([ofOctober, radiology], {});
  chooseFeeRow(outpatientLine(), sheet);
  expect(sheet.assumptions).toMatchObject([{ parameter: "procedure_type", value: "Medicine" }]);
  expect(sheet.readings.period).toEqual(ofOctober.period);

  const asked = sheetWith([ofOctober, radiology], {});
  chooseFeeRow(outpatientLine({ procedureType: "Radiology" }), asked);
  expect(asked.assumptions).toEqual([]);
  expect(asked.readings.period).toEqual(radiology.period);
});

describe("the reason for the procedure type that is assumed", () => {
  const reason = (...[published, line = {}, ofService]: Parameters<typeof choose>) => {
    const sheet = sheetWith(published, line, ofService);
    chooseFeeRow(outpatientLine(line), sheet);
    return sheet.assumptions.map((assumption) => assumption.reason);
  };
  const unpriced = [feeRow(BY_REPORT), feeRow({ procedureType: "Podiatrist", ...BY_REPORT })];

  it("is what asks for it: minutes, then the provider's type, then the standing order", () => {
    const podiatristsLine = { providerType: "podiatrist" } as const;
    expect(reason(all, { anesthesiaMinutes: 0, ...podiatristsLine })).toEqual([
      "not sent: anesthesia minutes ask for it",
    ]);
    expect(reason(all, podiatristsLine)).toEqual(["not sent: the one of provider type podiatrist"]);
    expect(reason(all, { providerType: "nurse_anesthetist" })).toEqual([
      "not sent: the one of provider type nurse_anesthetist",
    ]);
    const mostCommon = ["not sent: the most common one of the code that has a price"];
    expect(reason(all)).toEqual(mostCommon);
    expect(reason([medicine], { anesthesiaMinutes: 60, ...podiatristsLine })).toEqual(mostCommon);
    expect(reason([...unpriced, medicine], podiatristsLine)).toEqual(mostCommon);
  });

  it("does not speak of a price where no row has one", () => {
    expect(reason(unpriced)).toEqual(["not sent: the most common one of the code, none of which has a price"]);
    expect(reason(unpriced, { providerType: "podiatrist" })).toEqual(["not sent: the one of provider type podiatrist"]);
  });

  it("names the service type where that has narrowed the choice, and only there", () => {
    const line = { serviceType: "GYN" } as const;
    const narrowed = ", among those that service type GYN applies to";
    const mostCommon = "not sent: the most common one of the code that has a price";
    expect(reason(all, line, [radiology, justice])).toEqual([`${mostCommon}${narrowed}`]);
    expect(reason(all, { ...line, anesthesiaMinutes: 60 }, [radiology, anesthesia])).toEqual([
      `not sent: anesthesia minutes ask for it${narrowed}`,
    ]);
    expect(reason(all, { ...line, providerType: "podiatrist" }, [radiology, podiatrist])).toEqual([
      `not sent: the one of provider type podiatrist${narrowed}`,
    ]);
    expect(reason(all, line, all)).toEqual([mostCommon]);
    expect(reason(all, line, [])).toEqual([mostCommon]);
  });
});
