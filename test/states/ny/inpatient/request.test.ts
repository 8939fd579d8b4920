import { expect, it } from "vitest";
import { requestReader } from "../../../../src/pricing/request/read.ts";
import {
  ageGroupOf,
  inpatientCode,
  inpatientParameters,
  payerClassOf,
} from "../../../../src/states/ny/inpatient/request.ts";
import { DAY } from "../rows.ts";

const reader = requestReader(inpatientParameters);

/** The faults of a request as `field: code`. */
function faults(query: Record<string, string>): string[] {
  const read = reader.fromQuery({ npi: "1100000001", ...query }, { today: DAY });
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

it("what the service type requires or forbids is no fault of the request", () => {
  expect(faults({ service_type: "psychiatric" })).toEqual([]);
  expect(faults({ rate_code: "2960" })).toEqual([]);
  expect(faults({ rate_code: "2852", billing_code: "750" })).toEqual([]);
  expect(faults({ service_type: "acute", billing_code: "139", length_of_stay: "0", alc_days: "1" })).toEqual([]);
});

it("malformed parameters are, whatever the service type", () => {
  const query = { service_type: "surgery", billing_code: "x".repeat(21), length_of_stay: "-1", alc_days: "36501" };
  expect(faults(query)).toEqual([
    "billing_code: invalid_parameter",
    "service_type: invalid_parameter",
    "length_of_stay: invalid_parameter",
    "alc_days: invalid_parameter",
  ]);
});

it("what is absent has the values of the contract", () => {
  const read = reader.fromQuery({ npi: "1100000001" }, { today: DAY });
  if (!read.ok) throw new Error("The request has faults");
  expect(read.request).toMatchObject({ alcDays: 0, ectTreatments: 0, lengthOfStay: null });
  expect([payerClassOf(read.request), ageGroupOf(read.request)]).toEqual(["FFS", "ADULT"]);
  expect(inpatientParameters.payerClass.schema.default).toBe("FFS");
  expect(inpatientParameters.ageGroup.schema.default).toBe("ADULT");
});
