import { describe, expect, it } from "vitest";
import { requestReader } from "../../../../src/request/read.ts";
import { inpatientCode, inpatientParameters, requestFaults } from "../../../../src/states/ny/inpatient/request.ts";
import { routing } from "../../../../src/states/ny/tables.ts";
import { DAY, rateData, rowsOf } from "../rows.ts";

const reader = requestReader(inpatientParameters);
const data = rateData(
  rowsOf(routing, { line: 2, kind: "inpatient_rate_code", code: "2957", target: "chem_dep_rehab" }),
);

/** The faults of a request as `field: code`. */
function faults(query: Record<string, string>): string[] {
  const read = reader.fromQuery({ npi: "1100000001", ...query }, { today: DAY }, (request, refused) =>
    requestFaults(request, refused, data),
  );
  return read.ok ? [] : read.faults.map(({ field, code }) => `${field}: ${code}`);
}

it("an APR-DRG has one to four digits of the value 1 to 999 and a severity of 1 to 4", () => {
  expect(inpatientCode("139-2").aprDrg).toEqual({ drg: "139", soi: 2 });
  expect(inpatientCode("1").aprDrg).toEqual({ drg: "001", soi: null });
  expect(inpatientCode("7").aprDrg).toEqual({ drg: "007", soi: null });
  expect(inpatientCode("0999-4").aprDrg).toEqual({ drg: "999", soi: 4 });
  const others = ["0", "000-1", "1000", "01390", "139-0", "139-5", "139-", "139 2", "DRG139", "139-2x"];
  for (const code of others) expect(inpatientCode(code)).toEqual({ sent: code, aprDrg: null });
});

it("a code is kept as it was sent, up to twenty characters", () => {
  const code = (billingCode: string) => {
    const read = reader.fromQuery({ npi: "1100000001", billing_code: billingCode }, { today: DAY });
    return read.ok ? read.request.billingCode?.sent : read.faults[0]?.code;
  };
  expect(code(" abc-x ")).toBe("abc-x");
  expect(code("x".repeat(20))).toBe("x".repeat(20));
  expect(code("x".repeat(21))).toBe("invalid_parameter");
});

it("identifiers and rate codes have their forms", () => {
  expect(faults({ opcert: "7000101h" })).toEqual([]);
  expect(faults({ opcert: "7000101HH", state_provider_id: "123", rate_code: "294" })).toEqual([
    "state_provider_id: invalid_parameter",
    "opcert: invalid_parameter",
    "rate_code: invalid_parameter",
  ]);
});

describe("what the service type that a request names requires", () => {
  it("is a code for acute and psychiatric stays", () => {
    expect(faults({ service_type: "acute" })).toEqual(["billing_code: missing_parameter"]);
    expect(faults({ rate_code: "2960" })).toEqual(["billing_code: missing_parameter"]);
    expect(faults({ service_type: "psychiatric" })).toEqual([
      "billing_code: missing_parameter",
      "length_of_stay: missing_parameter",
    ]);
    expect(faults({ service_type: "acute", billing_code: "139-2" })).toEqual([]);
  });

  it("is a length of stay for all but acute stays", () => {
    expect(faults({ rate_code: "2852", billing_code: "750" })).toEqual(["length_of_stay: missing_parameter"]);
    expect(faults({ service_type: "med_rehab" })).toEqual(["length_of_stay: missing_parameter"]);
    expect(faults({ service_type: "med_rehab", length_of_stay: "0" })).toEqual([]);
  });

  it("follows the routing of the loaded data", () => {
    expect(faults({ rate_code: "2957" })).toEqual(["length_of_stay: missing_parameter"]);
    expect(faults({ rate_code: "2958" })).toEqual([]);
  });

  it("follows the service type before the rate code, and neither when the service type is not valid", () => {
    expect(faults({ service_type: "acute", billing_code: "139", rate_code: "2852" })).toEqual([]);
    expect(faults({ service_type: "surgery", rate_code: "2852" })).toEqual(["service_type: invalid_parameter"]);
  });

  it("is not missing when it was sent and refused", () => {
    expect(faults({ service_type: "psychiatric", billing_code: "x".repeat(21), length_of_stay: "-1" })).toEqual([
      "billing_code: invalid_parameter",
      "length_of_stay: invalid_parameter",
    ]);
  });

  it("is nothing when only the hospital or the DRG could tell the type", () => {
    expect(faults({})).toEqual([]);
    expect(faults({ billing_code: "750-2" })).toEqual([]);
  });
});

describe("ALC days", () => {
  it("are at most the days of the stay", () => {
    expect(faults({ length_of_stay: "5", alc_days: "5" })).toEqual([]);
    expect(faults({ length_of_stay: "5", alc_days: "6" })).toEqual(["alc_days: invalid_parameter"]);
    expect(faults({ alc_days: "6" })).toEqual([]);
    expect(faults({ service_type: "acute", billing_code: "139", length_of_stay: "0", alc_days: "1" })).toEqual([
      "alc_days: invalid_parameter",
    ]);
  });

  it("of dual diagnosis are answered by the result", () => {
    expect(faults({ service_type: "dual_diag_child", length_of_stay: "1", alc_days: "2" })).toEqual([]);
    expect(faults({ rate_code: "4608", length_of_stay: "1", alc_days: "2" })).toEqual([]);
  });
});

it("what is absent has the values of the contract", () => {
  const read = reader.fromQuery({ npi: "1100000001" }, { today: DAY });
  expect(read).toMatchObject({
    request: { payerClass: "FFS", ageGroup: "ADULT", alcDays: 0, ectTreatments: 0, lengthOfStay: null },
  });
});
