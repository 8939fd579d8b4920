import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { taxonomy } from "../../../src/dataset/common-tables.ts";
import { providerDefinition, search } from "../../../src/states/ny/providers.ts";
import { routing } from "../../../src/states/ny/routing.ts";
import {
  acuteRates,
  apgFees,
  feeSchedule,
  hospitalApgRates,
  type Provider,
  perDiemRates,
  psychiatricRates,
} from "../../../src/states/ny/tables.ts";
import { providerTypeOf, typeOfTaxonomy } from "../../../src/states/ny/values.ts";
import { serviceOf, type TestService } from "../../support/release.ts";
import { dataOf, rowsOf, type TableRows } from "../../support/sheet.ts";
import { acuteRate, apgFee, clinic, DAY, feeRow, perDiemRate, period, provider, psychiatricRate } from "./rows.ts";
import { C1, G1, H1, H2, workedExampleRows } from "./worked-example-rows.ts";

describe("lookups", () => {
  /* How lookups find providers, on the rows of the page's worked examples (ny 3, 5.1). */

  let service: TestService;
  beforeAll(async () => {
    service = await serviceOf("ny", workedExampleRows);
  });
  afterAll(() => service.close());

  it("a certificate matches by its digits, and only hospitals", async () => {
    for (const opcert of ["7000101", "7000101h", "7000101A"]) {
      expect(
        await service.lookup("inpatient", { opcert, billing_code: "139-2", discharge_date: "2025-03-01" }),
      ).toMatchObject([{ npi: H1, opcert: "7000101H", payment_rate: "7834.83" }]);
    }
  });

  it("an unknown certificate is echoed as it was sent", async () => {
    expect(await service.lookup("outpatient", { opcert: "1234567z", npi: H1, billing_code: "271" })).toMatchObject([
      {
        opcert: "1234567z",
        npi: H1,
        provider_type: null,
        provider_matches_total: null,
        error_message: `No New York provider matches npi=${H1}, opcert=1234567z.`,
      },
    ]);
  });

  it("a provider type leaves the other rows of an identifier out", async () => {
    const query = { npi: G1, billing_code: "36415" };
    expect(await service.lookup("outpatient", { ...query, provider_type: "laboratory" })).toMatchObject([
      { provider_type: "LABORATORY", payment_rate: "3.00" },
    ]);
    expect(await service.lookup("outpatient", { ...query, provider_type: "HOSPITAL" })).toMatchObject([
      { provider_type: null, error_message: `No New York provider matches npi=${G1}, provider_type=HOSPITAL.` },
    ]);
  });

  it("a name that no row of the type has matches no provider, one that a row has cannot be priced", async () => {
    const query = { provider_name: " Group ", billing_code: "00840" };
    expect(await service.lookup("outpatient", { ...query, provider_type: "HOSPITAL" })).toMatchObject([
      {
        provider_matches_total: 0,
        error_message: "No New York provider matches provider_name=Group, provider_type=HOSPITAL.",
      },
    ]);
    expect(await service.lookup("outpatient", { ...query, provider_type: "PHYSICIAN" })).toMatchObject([
      {
        provider_matches_total: 0,
        error_message:
          "No New York provider that matches provider_name=Group, provider_type=PHYSICIAN can be priced for this request.",
      },
    ]);
  });

  it("an inpatient lookup by name looks at hospitals only", async () => {
    expect(await service.lookup("inpatient", { provider_name: "clinic", billing_code: "139-2" })).toMatchObject([
      { provider_matches_total: 0, error_message: "No New York provider matches provider_name=clinic." },
    ]);
    const rehabilitation = { provider_name: "rehabilitation", length_of_stay: "2" };
    expect(await service.lookup("inpatient", rehabilitation)).toMatchObject([
      { npi: H2, provider_matches_total: 1, payment_rate: "2776.54" },
    ]);
  });

  it("an identifier without a hospital among its rows gets one inpatient answer", async () => {
    expect(await service.lookup("inpatient", { npi: G1, billing_code: "139-2" })).toMatchObject([
      {
        npi: G1,
        error_message: "EXAMPLE GROUP PRACTICE is not enrolled as a hospital, so it has no inpatient rates.",
        provider_matches_total: null,
      },
    ]);
  });

  it("clinics of one name qualify by their regions", async () => {
    const clinics = async (query: Record<string, string>) => {
      const results = await service.lookup("outpatient", { billing_code: "271", provider_name: "c", ...query });
      return results.map(({ npi, payment_rate }) => [npi, payment_rate]);
    };
    const dated = { date_of_service: "2025-03-01", provider_type: "OUTPATIENT_CLINIC_ASC" };
    expect(await clinics(dated)).toEqual([
      [C1, "158.08"],
      ["1100000006", "109.56"],
    ]);
    expect(await clinics({ ...dated, service_region: "Upstate" })).toEqual([
      [C1, "136.91"],
      ["1100000006", "109.56"],
      ["1100000007", "109.56"],
    ]);
    expect(await clinics({ ...dated, rate_code: "1408" })).toEqual([[C1, "501.90"]]); // 0.7658 x 117.40 = 89.90, + 412.00
  });

  it("what the service type requires is a result, however the type was found", async () => {
    const dated = { npi: H1, discharge_date: "2025-03-01" };
    const sent = { ...dated, service_type: "psychiatric" };
    const inferred = { ...dated, rate_code: "2852" };
    for (const query of [sent, inferred]) {
      expect(service.faults("inpatient", query)).toEqual([]);
      expect(await service.lookup("inpatient", query)).toMatchObject([
        {
          rate_found: false,
          service_type: "psychiatric",
          error_message:
            "billing_code is required for service_type psychiatric; send an APR-DRG code as <drg> or <drg>-<soi>.",
          calculation_method: null,
        },
      ]);
    }
    expect(await service.lookup("inpatient", { ...dated, service_type: "cah", length_of_stay: "0" })).toMatchObject([
      { error_message: "length_of_stay must be at least 1 for service_type cah.", calculation_method: null },
    ]);
  });

  it("a hospital that the request does not suit is left out of a lookup by name", async () => {
    const query = { provider_name: "example", discharge_date: "2025-03-01", length_of_stay: "2" };
    expect(await service.lookup("inpatient", query)).toMatchObject([
      { npi: H2, payment_rate: "2776.54", provider_matches_total: 1 },
    ]);
    expect(await service.lookup("inpatient", { ...query, alc_days: "3" })).toMatchObject([
      {
        npi: null,
        provider_matches_total: 0,
        error_message: "No New York provider that matches provider_name=example can be priced for this request.",
      },
    ]);
  });

  it("only what is malformed, unknown or without an identifier is a fault", () => {
    const codes = (query: Record<string, string>) => service.faults("inpatient", query).map(({ code }) => code);
    expect(codes({ npi: H1, service_type: "surgery" })).toEqual(["invalid_parameter"]);
    expect(codes({ npi: H1, lengthofstay: "2" })).toEqual(["unknown_parameter"]);
    expect(codes({ service_type: "acute" })).toEqual(["missing_provider_identifier"]);
  });
});

describe("providers", () => {
  /*
   * Rows of one class are priced alike as far as "can it be priced" goes, for any request: this
   * is what a lookup by name relies on.
   */

  const { order } = providerDefinition;
  const classes = providerDefinition.classes as Required<typeof providerDefinition.classes>;
  const data = dataOf();

  describe("the outpatient class", () => {
    const isSame = (a: Provider, b: Provider) => classes.outpatient(a, data) === classes.outpatient(b, data);

    it("of a hospital is its certificate, without its letter", () => {
      expect(isSame(provider(), provider({ opcert: "7000101A", npi: "1100000002", county: "Erie" }))).toBe(true);
      expect(isSame(provider(), provider({ opcert: "7000102H" }))).toBe(false);
      expect(isSame(provider(), provider({ opcert: null }))).toBe(false);
    });

    it("of a clinic is its peer groups and regions", () => {
      const published = clinic({ peerGroups: ["clinic", "ambsurg"], serviceRegions: ["Downstate", "Upstate"] });
      const reordered = clinic({
        npi: "1100000002",
        county: "Erie",
        peerGroups: ["ambsurg", "clinic"],
        serviceRegions: ["Upstate", "Downstate"],
      });
      expect(isSame(published, reordered)).toBe(true);
      expect(isSame(published, { ...published, peerGroups: ["clinic"] })).toBe(false);
      expect(isSame(published, { ...published, serviceRegions: ["Upstate"] })).toBe(false);
    });

    it("of a clinic without published regions is that of its county, as the release routes it", () => {
      expect(isSame(clinic({ county: "Erie" }), clinic({ county: "NIAGARA" }))).toBe(true);
      expect(isSame(clinic({ county: "Erie" }), clinic({ serviceRegions: ["Upstate"] }))).toBe(true);
      expect(isSame(clinic({ county: "Erie" }), clinic({ county: "Kings" }))).toBe(false);
      expect(isSame(clinic({ county: "Erie" }), clinic({ county: "Bergen" }))).toBe(false);
      const route = rowsOf(routing, [{ line: 2, kind: "county", code: "Bergen", target: "Upstate" }]);
      expect(classes.outpatient(clinic({ county: "Bergen" }), dataOf(route))).toBe(
        classes.outpatient(clinic({ county: "Erie" }), dataOf()),
      );
    });

    it("of everyone else is the type, own or derived", () => {
      const physician = provider({ providerType: "PHYSICIAN" });
      expect(isSame(physician, provider({ providerType: null, primaryTaxonomyCode: "207Q00000X", opcert: null }))).toBe(
        true,
      );
      expect(isSame(physician, provider({ providerType: "LABORATORY" }))).toBe(false);
      expect(isSame(physician, provider())).toBe(false);
    });
  });

  it("the inpatient class is the certificate of a hospital; no other provider is considered", () => {
    const classOf = (row: Provider) => classes.inpatient(row, data);
    expect(classOf(provider())).toBe(classOf(provider({ opcert: "7000101" })));
    expect(classOf(provider())).not.toBe(classOf(provider({ opcert: "7000102" })));
    expect(classOf(provider({ opcert: null }))).not.toBeNull();
    expect(classOf(provider({ providerType: "PHYSICIAN" }))).toBeNull();
  });

  it("rows of one provider follow each other by type", () => {
    const types = ["LABORATORY", "PHYSICIAN", "OUTPATIENT_CLINIC_ASC", "HOSPITAL"] as const;
    const last = types.map((providerType) => order(provider({ providerType })).at(-1) as string);
    expect([...last].sort()).toEqual([...last].reverse());
  });
});

describe("search", () => {
  /** The record of a provider; no field depends on what was searched for. */
  function record(row: Provider, ...tables: readonly TableRows[]) {
    return search.record({ providerName: null, limit: 1, today: DAY }, row, dataOf(...tables));
  }

  const LONG_AGO = { period: period("2001-01-01", "2001-12-31") };

  it("a hospital has the service types with a rate of either payer class, at any date, in the contract's order", () => {
    const tables = [
      rowsOf(perDiemRates, [
        perDiemRate({ serviceType: "cah", payerClass: "MMC" }),
        perDiemRate({ serviceType: "cah" }),
      ]),
      rowsOf(psychiatricRates, [psychiatricRate({ payerClass: "MMC", ...LONG_AGO })]),
      rowsOf(acuteRates, [acuteRate(LONG_AGO)]),
    ];
    expect(record(provider(), ...tables)).toMatchObject({
      inpatient_service_types: ["acute", "psychiatric", "cah"],
      ip_rates: true,
      op_rates: false,
      service_regions: [],
    });
    expect(record(provider({ opcert: "7000109H" }), ...tables)).toMatchObject({
      inpatient_service_types: [],
      ip_rates: false,
    });
  });

  it("outpatient rates are those of the provider's own type", () => {
    const apgRates = rowsOf(hospitalApgRates, [
      {
        line: 2,
        opcert: "7000101",
        apgBaseRateOpdVisit: null,
        apgBaseRateEd: null,
        apgBaseRateOpdEpisode: null,
        ...LONG_AGO,
      },
    ]);
    const laboratoryFees = rowsOf(feeSchedule, [feeRow({ schedule: "laboratory" })]);
    // Flat fees are everybody's, so they tell nothing of a provider.
    const flatFees = rowsOf(apgFees, [apgFee()]);
    const hasRates = (row: Provider) => record(row, apgRates, laboratoryFees, flatFees).op_rates;
    expect(hasRates(provider())).toBe(true);
    expect(hasRates(provider({ opcert: null }))).toBe(false);
    expect(hasRates(provider({ opcert: "7000102H" }))).toBe(false);
    expect(hasRates(clinic())).toBe(true);
    expect(hasRates(clinic({ peerGroups: [] }))).toBe(false);
    expect(hasRates(provider({ providerType: "LABORATORY" }))).toBe(true);
    expect(hasRates(provider({ providerType: "PHYSICIAN" }))).toBe(false);
  });

  it("a certificate on a row of another type is neither shown nor used", () => {
    const row = provider({ providerType: "PHYSICIAN" });
    expect(record(row, rowsOf(acuteRates, [acuteRate()]))).toMatchObject({
      opcert: null,
      inpatient_service_types: [],
      ip_rates: false,
    });
  });

  it("a record names the taxonomy and has the fields of the page, in its order", () => {
    const names = rowsOf(taxonomy, [{ line: 2, code: "261QM1300X", displayName: "Multi-Specialty Clinic" }]);
    const result = record(clinic({ county: "Erie", primaryTaxonomyCode: "261QM1300X" }), names);
    expect(result).toMatchObject({
      provider_type_label: "Outpatient Clinic / ASC",
      primary_taxonomy_display_name: "Multi-Specialty Clinic",
      service_regions: ["Upstate"],
    });
    expect(Object.keys(result)).toEqual(Object.keys(search.recordSchema.properties));
  });
});

describe("values", () => {
  it("the first characters of a taxonomy code tell the type", () => {
    const types = Object.fromEntries(
      [
        "282N00000X",
        "273R00000X",
        "261QA1903X",
        "261QM1300X",
        "291U00000X",
        "207Q00000X",
        "101YM0800X",
        "367500000X",
      ].map((code) => [code, typeOfTaxonomy(code)]),
    );
    expect(types).toEqual({
      "282N00000X": "HOSPITAL",
      "273R00000X": "HOSPITAL",
      "261QA1903X": "OUTPATIENT_CLINIC_ASC",
      "261QM1300X": "OUTPATIENT_CLINIC_ASC",
      "291U00000X": "LABORATORY",
      "207Q00000X": "PHYSICIAN",
      "101YM0800X": "PHYSICIAN",
      "367500000X": "PHYSICIAN",
    });
  });

  it("other codes tell nothing", () => {
    for (const code of ["314000000X", "251E00000X", "274000000X", "261A00000X", "331L00000X", null]) {
      expect(typeOfTaxonomy(code)).toBeNull();
    }
  });

  it("a row's own type comes before its taxonomy", () => {
    expect(providerTypeOf({ providerType: "LABORATORY", primaryTaxonomyCode: "282N00000X" })).toBe("LABORATORY");
    expect(providerTypeOf({ providerType: null, primaryTaxonomyCode: "282N00000X" })).toBe("HOSPITAL");
  });

  it("every prefix of the page gives its type, and no code beside them does", () => {
    const prefixes = {
      HOSPITAL: ["273", "275", "281", "282", "283", "284", "286"],
      OUTPATIENT_CLINIC_ASC: ["261Q"],
      LABORATORY: ["291", "292", "293"],
      PHYSICIAN: ["10", "111", "122", "133", "152", "163", "17", "193", "20", "213", "22", "23", "363", "364", "367"],
    };
    for (const [type, listed] of Object.entries(prefixes)) {
      for (const prefix of listed) expect([prefix, typeOfTaxonomy(prefix.padEnd(10, "X"))]).toEqual([prefix, type]);
    }
    const known = Object.values(prefixes).flat();
    for (let number = 100; number < 400; number += 1) {
      const code = String(number);
      if (known.some((prefix) => code.startsWith(prefix))) continue;
      expect([code, typeOfTaxonomy(`${code}A00000X`)]).toEqual([code, null]);
    }
  });
});
