import { describe, expect, it } from "vitest";
import { factor } from "../../../../src/core/money/factor.ts";
import { hcpcs, taxonomy } from "../../../../src/dataset/common-tables.ts";
import { counts } from "../../../../src/pricing/outcome.ts";
import { requestReader } from "../../../../src/pricing/request/read.ts";
import { outpatient } from "../../../../src/states/ga/outpatient/lookup.ts";
import { workOutOutpatient } from "../../../../src/states/ga/outpatient/price.ts";
import { type OutpatientRequest, outpatientParameters, placeOf } from "../../../../src/states/ga/outpatient/request.ts";
import { outpatientResult } from "../../../../src/states/ga/outpatient/result.ts";
import { search } from "../../../../src/states/ga/providers.ts";
import { feeSchedule, hospitalOutpatientRates, labRates, type Provider } from "../../../../src/states/ga/tables.ts";
import { blankResult } from "../../../support/blank-result.ts";
import { dataOf, rowsOf, type TableRows } from "../../../support/sheet.ts";
import {
  DAY,
  feeRow,
  hospital,
  IN_FORCE,
  labRow,
  NPI,
  outpatientRequest,
  pricerOf,
  provider,
  refusedResult,
} from "../rows.ts";

/** Whether each result counts, and the result. */
function priced(
  asked: OutpatientRequest,
  at: Provider,
  tables: readonly TableRows[],
  matchesTotal: number | null = null,
) {
  return workOutOutpatient(asked, at, pricerOf(...tables)).map((outcome) => ({
    counts: counts(outcome),
    result: outpatientResult(asked, at, outcome, dataOf(...tables), matchesTotal),
  }));
}

const request = outpatientRequest({
  reference_id: "line 7",
  billed_charges: "100",
  anesthesia_minutes: "30",
  physical_status: "P3",
  modifier: "26",
});

const NOTHING_FOUND = blankResult(outpatient, request);

const ASKED = {
  reference_id: "line 7",
  rate_found: false,
  provider_matches_total: null,
  npi: NPI,
  provider_name: null,
  billing_code: "99213",
  billing_code_type: "HCPCS",
  billing_code_description: null,
  state: "GA",
  is_manually_priced: false,
};

const somewhere = hospital({
  campusName: "Downtown",
  criticalAccessHospital: true,
  primaryTaxonomyCode: "282NC0060X",
  primaryTaxonomyDisplayName: "Critical Access",
  streetAddress: "1 Peachtree Street",
  city: "Blakely",
  county: "Early",
  zipCode: "39823",
});

const WHO = {
  provider_name: "PEACHTREE",
  campus_name: "Downtown",
  provider_type: "HOSPITAL",
  provider_type_label: "Hospital",
  critical_access_hospital: true,
  primary_taxonomy_code: "282NC0060X",
  primary_taxonomy_display_name: "Critical Access",
  street_address: "1 Peachtree Street",
  city: "Blakely",
  county: "Early",
  zip_code: "39823",
};

it("what is not known is null, and what was sent is echoed only where it is used", () => {
  const refusal = outpatient.rules.noProvider(request, dataOf());
  expect(refusal.noRate.code).toBe("no_such_provider");
  expect(refusedResult(outpatient, request, refusal)).toEqual({
    ...NOTHING_FOUND,
    ...ASKED,
    error_message: `No Georgia provider found with NPI ${NPI}.`,
  });
});

it("a percentage of charges", () => {
  const rate = { ...IN_FORCE, npi: NPI, campusName: null, outpatientInterimRate: factor("0.5") };
  const [result] = priced(request, somewhere, [rowsOf(hospitalOutpatientRates, [rate])], 3);
  expect(result).toEqual({
    counts: true,
    result: {
      ...NOTHING_FOUND,
      ...ASKED,
      ...WHO,
      rate_found: true,
      error_message: null,
      provider_matches_total: 3,
      payment_rate: "50.00",
      payment_rate_type: "percent_of_charges",
      calculation_method:
        "interim rate (0.5) x add-on multiplier (1.0) = effective percent of charges (0.5); billed charges ($100.00) x effective percent of charges (0.5) = $50.00",
      effective_start_date: "2025-07-01",
      service_category: "hospital_interim",
      outpatient_interim_rate: "0.5",
      addon_multiplier: "1.0",
      effective_percent_of_charges: "0.5",
      billed_charges_used: "100.00",
    },
  });
});

it("a laboratory code without an amount", () => {
  const manual = labRow({ modifier: "26", rate: null, manuallyPriced: true });
  const withoutAccess = { ...somewhere, criticalAccessHospital: false };
  expect(priced(request, withoutAccess, [rowsOf(labRates, [manual])])).toEqual([
    {
      counts: true,
      result: {
        ...NOTHING_FOUND,
        ...ASKED,
        ...WHO,
        critical_access_hospital: false,
        error_message:
          "Code 99213 is manually priced: Georgia publishes no amount for it and sets the payment per claim.",
        payment_rate_type: "manually_priced",
        calculation_method: "Manually priced: no published amount; payment is determined per claim",
        effective_start_date: "2025-07-01",
        modifier: "26",
        service_category: "clinical_lab",
        is_manually_priced: true,
      },
    },
  ]);
});

it("a component of a rate with four decimals", () => {
  const component = feeRow({
    modifier: "26",
    rate: factor("8.0630"),
    placeOfService: "non_facility",
    ageGroup: "ADULT",
  });
  const base = feeRow({ rate: factor("30.2151"), placeOfService: "non_facility" });
  expect(priced(request, provider(), [rowsOf(feeSchedule, [component, base])])).toEqual([
    {
      counts: true,
      result: {
        ...NOTHING_FOUND,
        ...ASKED,
        rate_found: true,
        error_message: null,
        provider_name: "BAKER TOM MD",
        provider_type: "PHYSICIAN",
        provider_type_label: "Physician",
        payment_rate: "8.0630",
        payment_rate_type: "fee_schedule",
        calculation_method:
          "Physician fee schedule rate with modifier 26 ($8.0630); modifier adjustment = rate ($8.0630) / base rate ($30.2151) = 0.2669; age group ADULT",
        effective_start_date: "2025-07-01",
        modifier: "26",
        modifier_adjustment: "0.2669", // 8.0630 / 30.2151 = 0.26685...
        base_rate: "30.2151",
        place_of_service: "non_facility",
        service_category: "physician_fs",
        age_group: "ADULT",
      },
    },
  ]);
});

it("a base rate with one decimal is shown with two", () => {
  const rows = [feeRow({ modifier: "26" }), feeRow({ rate: factor("80.5") })];
  expect(priced(request, provider(), [rowsOf(feeSchedule, rows)])).toMatchObject([{ result: { base_rate: "80.50" } }]);
});

it("a code is described however it was sent, and a taxonomy by the common list where the row has no name", () => {
  const drug = { line: 2, code: "J2405", description: "Ondansetron" };
  const familyMedicine = { line: 2, code: "207Q00000X", displayName: "Family Medicine" };
  const tables = [rowsOf(hcpcs, [drug]), rowsOf(taxonomy, [familyMedicine])];
  const asked = outpatientRequest({ billing_code: "j2405" });
  const described = (name: string | null) =>
    priced(asked, provider({ primaryTaxonomyCode: "207Q00000X", primaryTaxonomyDisplayName: name }), tables).map(
      ({ result }) => [result.billing_code_description, result.primary_taxonomy_display_name],
    );
  expect(described(null)).toEqual([["Ondansetron", "Family Medicine"]]);
  expect(described("Family Practice")).toEqual([["Ondansetron", "Family Practice"]]);
});

it("has the contract's fields in the contract's order", () => {
  const result = refusedResult(outpatient, request, outpatient.rules.noProvider(request, dataOf()));
  expect(Object.keys(result)).toEqual(Object.keys(outpatient.resultSchema.properties));
});

describe("request", () => {
  const { fromItem, fromQuery } = requestReader(outpatientParameters);

  function faultsOf(fields: Record<string, unknown>, read = fromItem) {
    const reading = read({ npi: NPI, billing_code: "99213", ...fields }, { today: DAY });
    return reading.ok ? [] : reading.faults.map(({ field, code }) => `${field} ${code}`);
  }

  it("a modifier is any two letters or digits, in upper case", () => {
    expect(outpatientRequest({ modifier: " u1 " }).modifier).toBe("U1");
    expect(outpatientRequest({ modifier: "" }).modifier).toBeNull();
    for (const modifier of ["2", "266", "2-", "É1", 26]) {
      expect(faultsOf({ modifier })).toEqual(["modifier invalid_parameter"]);
    }
  });

  it("the place of service is non-facility unless it is sent", () => {
    expect(placeOf(outpatientRequest())).toBe("non_facility");
    expect(outpatientParameters.placeOfService.schema.default).toBe("non_facility");
    expect(outpatientRequest({ place_of_service: "FACILITY" }).placeOfService).toBe("facility");
    expect(faultsOf({ place_of_service: "22" })).toEqual(["place_of_service invalid_parameter"]);
  });

  it("there is no state provider ID to ask for, and faults come in the contract's order", () => {
    expect(
      faultsOf({ state_provider_id: "1", physical_status: "P7", billed_charges: "-1", npi: "1" }, fromQuery),
    ).toEqual([
      "npi invalid_parameter",
      "billed_charges invalid_parameter",
      "physical_status invalid_parameter",
      "state_provider_id unknown_parameter",
    ]);
  });

  it("critical access status is asked for as true, as false or not at all", () => {
    const asked = (query: Record<string, string>) => {
      const reading = search.reader.fromQuery(query, { today: DAY });
      return reading.ok ? reading.request.criticalAccessHospital : "refused";
    };
    expect([{}, { critical_access_hospital: "TRUE" }, { critical_access_hospital: "0" }].map(asked)).toEqual([
      null,
      true,
      false,
    ]);
    expect(asked({ critical_access_hospital: "maybe" })).toBe("refused");
  });
});

describe("lookup", () => {
  const interimRate = { ...IN_FORCE, npi: NPI, campusName: null, outpatientInterimRate: factor("0.5") };
  const pricer = pricerOf(rowsOf(hospitalOutpatientRates, [interimRate]));

  /** A hospital is paid a percentage of any code, so that nothing but the shape can make one fail. */
  function messageOf(code: string, at = hospital()) {
    return workOutOutpatient(outpatientRequest({ billing_code: code }), at, pricer).map(
      ({ noRate }) => noRate?.message ?? null,
    );
  }

  it("a code is a letter or digit, three digits, and a letter or digit", () => {
    for (const code of ["99284", "J0696", "j0696", "0001U", "A000A"]) expect(messageOf(code)).toEqual([null]);
    for (const code of ["9928", "992841", "99X84", "AB123", "992 4", "-9284", "9928-"]) {
      expect(messageOf(code)).toEqual([
        `Billing code ${code} is not a HCPCS code (a letter or digit, three digits, a letter or digit).`,
      ]);
    }
  });

  it("a code of another shape fails first, whatever the type of the provider", () => {
    for (const providerType of ["PHYSICIAN", "CLINICAL_LABORATORY", "ASC"] as const) {
      expect(messageOf("9928", provider({ providerType }))).toEqual([
        "Billing code 9928 is not a HCPCS code (a letter or digit, three digits, a letter or digit).",
      ]);
    }
  });
});
