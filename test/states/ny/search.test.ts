import { expect, it } from "vitest";
import { taxonomy } from "../../../src/dataset/common-tables.ts";
import { search } from "../../../src/states/ny/search.ts";
import {
  acuteRates,
  apgFees,
  feeSchedule,
  hospitalApgRates,
  type Provider,
  perDiemRates,
  psychiatricRates,
} from "../../../src/states/ny/tables.ts";
import { dataOf, rowsOf, type TableRows } from "../../support/sheet.ts";
import { acuteRate, apgFee, clinic, DAY, feeRow, perDiemRate, period, provider, psychiatricRate } from "./rows.ts";

/** The record of a provider; no field depends on what was searched for. */
function record(row: Provider, ...tables: readonly TableRows[]) {
  return search.record({ providerName: null, limit: 1, today: DAY }, row, dataOf(...tables));
}

const LONG_AGO = { period: period("2001-01-01", "2001-12-31") };

it("a hospital has the service types with a rate of either payer class, at any date, in the contract's order", () => {
  const tables = [
    rowsOf(perDiemRates, [perDiemRate({ serviceType: "cah", payerClass: "MMC" }), perDiemRate({ serviceType: "cah" })]),
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
