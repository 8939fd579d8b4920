#!/usr/bin/env node
/**
 * A state's fee schedule beside Medicare's non-facility rates, code by code, as 42 CFR 447.203(b)(2) and (3) have states
 * publish it. It writes a CSV to standard output:
 *
 *     examples/node/compare-medicare.mjs ga codes.csv 10212-01,10212-99 1200050015 date_of_service=2025-10-15
 *
 * The arguments: the state; a CSV with the headings category,code (CMS publishes the codes of each year); the Medicare
 * localities of the state; the NPI of one provider of each type that is compared; then parameters of the lookup. If the
 * state pays children differently, run it twice, once with child_patient=true. RATEBOOK_URL and RATEBOOK_API_KEY say
 * where the service is. The counts of claims and beneficiaries stay empty: only the state has them. Codes that Medicare
 * does not cover have no ratio.
 */
import { readFileSync } from "node:fs";

const [state, codesFile, localities, npis, ...parameters] = process.argv.slice(2);
if (npis === undefined) fail("Usage: compare-medicare.mjs STATE CODES.csv LOCALITY,LOCALITY NPI,NPI name=value...");

const url = process.env.RATEBOOK_URL ?? "http://127.0.0.1:8080";
const headers = { authorization: `Bearer ${process.env.RATEBOOK_API_KEY ?? ""}` };
const [heading, ...lines] = readFileSync(codesFile, "utf8").trim().split(/\r?\n/);
if (heading !== "category,code") fail(`${codesFile}: expected the headings category,code in the first line.`);

print([
  ...["category", "code", "npi", "provider_type", "medicaid_rate", "medicare_locality", "medicare_locality_name"],
  ...["medicare_non_facility_rate", "ratio", "medicare_average", "ratio_to_average", "not_compared"],
  ...["medicaid_paid_claims", "beneficiaries"],
]);
for (const [category, code] of lines.map((line) => line.split(","))) {
  for (const npi of npis.split(",")) {
    const rows = [];
    for (const locality of localities.split(",")) {
      for (const result of await besideMedicare(code, npi, locality)) rows.push({ ...result, locality });
    }
    const average = averageCents(rows.flatMap(({ medicare }) => medicare?.payment_rate ?? []));
    for (const row of rows) print([category, code, npi, ...cellsOf(row, average), "", ""]);
  }
}

/** The results of a lookup, each with Medicare's price in a locality. */
async function besideMedicare(code, npi, locality) {
  const query = new URLSearchParams(parameters.map((each) => each.split("=", 2)));
  const place = { medicare_locality: locality, medicare_place_of_service: "non_facility" };
  for (const [name, value] of Object.entries({ billing_code: code, npi, ...place })) query.set(name, value);
  const response = await fetch(`${url}/api/v1/${state}/outpatient/rate/benchmark?${query}`, { headers });
  const answer = await response.json();
  if (!response.ok) fail(`${code}: ${answer.detail ?? response.statusText}`);
  return answer.results;
}

/** Where Medicaid's rate pays for the facility too, the ratio is no share of what Medicare pays. */
function cellsOf({ medicaid, medicare, ratio, medicaid_includes_facility, not_compared, locality }, average) {
  const { provider_type, payment_rate } = medicaid;
  const isShare = ratio !== null && !medicaid_includes_facility;
  const toAverage = isShare ? ((payment_rate * 100) / average).toFixed(4) : "";
  const why = medicaid_includes_facility ? "Medicaid's rate pays for the facility too." : not_compared;
  const rates = [medicare?.payment_rate, isShare ? ratio : "", average === null ? "" : (average / 100).toFixed(2)];
  return [provider_type, payment_rate, locality, medicare?.locality_name, ...rates, toAverage, why];
}

/** The mean over the localities, rounded half-up to cents. */
function averageCents(amounts) {
  const sum = amounts.reduce((cents, amount) => cents + Math.round(amount * 100), 0);
  return amounts.length === 0 ? null : Math.round(sum / amounts.length);
}

function print(cells) {
  console.log(cells.map((cell) => `"${String(cell ?? "").replaceAll('"', '""')}"`).join(","));
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
