import { mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RateLookup } from "../../../src/pricing/lookup.ts";
import { lookupOf, type State } from "../../../src/pricing/state/state.ts";
import { describedFile } from "../../../src/release/open.ts";
import { states } from "../../../src/states/index.ts";
import { SAMPLE } from "../../cli/support/ratebook.ts";
import { temporaryFolder } from "../../serve/operations/support/running-server.ts";
import { releaseAt } from "../../support/shared-release.ts";
import { csvOf, type Row, repriced } from "../support/repriced.ts";
import { batch, chargeOf, dollars, type MadeClaim, type MadeLine, paidOf, remittance } from "./support/generator.ts";
import { batches, type Stock } from "./support/made-claims.ts";

/*
 * A remittance, its claims, and the same claims as a table are priced the same, to the cent. The table is made here from the random claims,
 * by rules that are written a second time.
 */

const folder = temporaryFolder();
const file = join(folder.path, "sample.db");
let release: { readonly file: string; readonly contentHash: string };

beforeAll(async () => {
  await releaseAt(file, SAMPLE);
  release = { file, contentHash: describedFile(file).contentHash };
});
afterAll(() => folder.remove());

/** Of each of eight lookups: 400 in all, with some 1,600 lines. */
const TRANSACTIONS = { remittances: 25, claims: 25 };
const SEED = 20_261_118;

function stockOf(lookup: RateLookup): Stock {
  const values = (name: string) => lookup.examples.flatMap(({ query }) => query[name] ?? []);
  return {
    codes: [...new Set([...values("billing_code"), ...(lookup.setting === "outpatient" ? ["99213"] : ["139-2"])])],
    npis: values("npi"),
    modifiers: ["25", "26", "59", "TC"],
    isInpatient: lookup.setting === "inpatient",
  };
}

const TRANSFERS: Readonly<Record<string, readonly string[]>> = { ca: ["02", "65"], fl: ["02", "65"], ny: ["02"] };

function age(birth: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(birth.slice(0, 4));
  return day.slice(5) < birth.slice(5) ? years - 1 : years;
}

/** Only the cells that the lookup has a parameter for, and those of every line. */
function known(cells: Row, { reader }: RateLookup): Row {
  const others = ["modifier_1", "modifier_2", "units", "billed_amount", "allowed_amount", "paid_amount"];
  const hasCharges = reader.names.some((name) => name.endsWith("_charges"));
  return Object.fromEntries(
    Object.entries(cells).filter(
      ([name]) => reader.names.includes(name) || (others.includes(name) && !(name === "billed_amount" && hasCharges)),
    ),
  );
}

function lineCells(claim: MadeClaim, line: MadeLine): Row {
  const copay = line.adjustments.find(({ group }) => group === "PR")?.amount ?? 0;
  return {
    npi: line.npi || claim.npi || claim.billingNpi,
    billing_code: line.code,
    date_of_service: line.day,
    place_of_service: line.place,
    child_patient: String(age(claim.birth, line.day) < 21),
    emergency_room: String(line.place === "23"),
    anesthesia_minutes: line.minutes === null ? "" : String(line.minutes),
    modifier_1: line.modifiers[0] ?? "",
    modifier_2: line.modifiers[1] ?? "",
    units: line.minutes === null ? String(line.units) : "",
    billed_amount: dollars(line.charge),
    billed_charges: dollars(line.charge),
    allowed_amount: dollars(line.paid + copay),
    paid_amount: dollars(line.paid),
  };
}

function stayCells(claim: MadeClaim, state: string): Row {
  const nights = Math.round((Date.parse(claim.through) - Date.parse(claim.admitted)) / 86_400_000);
  const isInterim = claim.dischargeStatus === "30";
  const days = isInterim ? nights + 1 : Math.max(nights, 1);
  const shares = claim.lines.flatMap(({ adjustments }) => adjustments).filter(({ group }) => group === "PR");
  const copays = shares.reduce((total, { amount }) => total + amount, 0);
  const isTransfer = TRANSFERS[state]?.includes(claim.dischargeStatus) ?? false;
  return {
    npi: claim.billingNpi,
    billing_code: claim.drg,
    admit_date: claim.admitted,
    discharge_date: isInterim ? "" : claim.through,
    transfer_claim: String(isTransfer),
    transfer_out: String(isTransfer),
    interim_claim: String(isInterim),
    child_patient: String(age(claim.birth, claim.admitted) < 21),
    age_group: age(claim.birth, claim.admitted) < 18 ? "CHILD" : "ADULT",
    length_of_stay: state === "ga" ? (claim.coveredDays === null ? "" : String(claim.coveredDays)) : String(days),
    total_charges: dollars(chargeOf(claim)),
    gross_charges: dollars(chargeOf(claim)),
    allowed_amount: dollars(paidOf(claim) + copays),
    paid_amount: dollars(paidOf(claim)),
  };
}

const COMPARED = ["input_line", "outcome", "reason", "expected_amount", "difference", "remarks", "payment_rate"];

function compared(rows: readonly Row[]): readonly Row[] {
  return rows.map((row) => Object.fromEntries(COMPARED.map((name) => [name, row[name] ?? ""])));
}

const LOOKUPS = states.flatMap((state) =>
  (["outpatient", "inpatient"] as const).map((setting) => [state.code, setting, state] as const),
);

describe.each(LOOKUPS)("%s %s", (code, setting, state: State) => {
  const lookup = lookupOf(state, setting);
  const asked = () => ({ state, setting, release });
  const at = () => mkdtempSync(join(folder.path, "run-"));
  const rowsOf = (made: readonly (readonly MadeClaim[])[]): readonly Row[] =>
    made.flat().flatMap((claim) => {
      const cells =
        setting === "inpatient" ? [stayCells(claim, code)] : claim.lines.map((line) => lineCells(claim, line));
      return cells.map((each) => known(each, lookup));
    });

  it("prices a remittance that is joined with its claims as their table", async () => {
    const made = batches(stockOf(lookup), TRANSACTIONS.remittances, SEED);
    const claims = join(at(), "batch.837");
    writeFileSync(claims, batch(made));
    const joined = { path: claims, name: "batch.837" };
    const results = await repriced(at(), remittance(made), { ...asked(), claims: joined });
    const table = await repriced(at(), csvOf(rowsOf(made)), asked());
    expect(compared(results.results)).toEqual(compared(table.results));
    expect(results.faults.length).toBe(table.faults.length);
    expect(results.results.some(({ outcome }) => outcome === "underpaid" || outcome === "overpaid")).toBe(true);
  });

  it("prices claims as their table", async () => {
    const made = batches(stockOf(lookup), TRANSACTIONS.claims, SEED + 1);
    const results = await repriced(at(), batch(made), asked());
    const unpaid = rowsOf(made).map(({ paid_amount: _paid, allowed_amount: _allowed, ...rest }) => rest);
    const table = await repriced(at(), csvOf(unpaid), asked());
    expect(compared(results.results)).toEqual(compared(table.results));
    expect(results.results.some(({ outcome }) => outcome === "priced")).toBe(true);
  });
});
