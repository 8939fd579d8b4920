import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { afterAll, describe, expect, it } from "vitest";
import { type Day, parseDay } from "../../src/core/calendar/day.ts";
import { snakeCase } from "../../src/core/text/spelling.ts";
import type { RateLookup } from "../../src/pricing/lookup.ts";
import { lookupOf } from "../../src/pricing/state/state.ts";
import type { CareSetting } from "../../src/registry/definition.ts";
import { describedFile, openRelease } from "../../src/release/open.ts";
import { daysMeaningToday } from "../../src/reprice/reading/input-columns.ts";
import { CHARGES } from "../../src/reprice/values/column-names.ts";
import { chosenFields } from "../../src/reprice/writing/output-columns.ts";
import { states } from "../../src/states/index.ts";
import { casesIn, filesOf, type LookupCase } from "../conformance/cases.ts";
import { appWith } from "../serve/http/support/app-with.ts";
import { temporaryFolder } from "../serve/operations/support/running-server.ts";
import { releaseAt } from "../support/shared-release.ts";
import { csvOf, fieldColumns, type Row, repriced, shownResult } from "./support/repriced.ts";
import { grouped, headingOf, shapeOf } from "./support/shapes.ts";

/*
 * Eighty random lines of each state and setting, in files of random shape: headings, order of columns, forms of days,
 * amounts and codes, modifiers in one cell or several. Each is held against what the batch endpoint answers to the values
 * that were meant, and what it should have been paid is worked out here from the words of the calculation.
 */

const FILES = 2;
const LINES_PER_FILE = 25;
const SEED = 20_261_117;
/** That of the support. */
const TODAY = "2026-11-15" as Day;
/** Published in none of the datasets. */
const IDLE = ["Z1", "Z2", "Z3"];
const SPREAD = ["Modifier 1", "Modifier 2", "Modifier 3", "Modifier 4"];

const folder = temporaryFolder();
afterAll(() => folder.remove());

type Result = Readonly<Record<string, unknown>>;

/** What a line means: the fields of a request, and what a claim has besides. */
interface Claim {
  readonly fields: Row;
  readonly modifiers: readonly string[];
  readonly units: string;
  readonly paid: string;
}

const ALL = states.flatMap(({ code, lookups }) => lookups.map(({ setting }) => ({ code, setting })));

describe.each(ALL)("$code $setting", ({ code, setting }) => {
  it("reads claims in any shape as the requests that they mean", async () => {
    const { dataset, lookups } = filesOf(code, "a");
    const file = join(mkdtempSync(join(folder.path, "release-")), "release.db");
    await releaseAt(file, dataset);
    const release = { file, contentHash: describedFile(file).contentHash };
    const opened = openRelease(file, states);
    const state = states.find((each) => each.code === code);
    if (state === undefined) throw new Error(code);
    const lookup = lookupOf(state, setting);
    const app = appWith(states, opened);
    const batch = async (requests: readonly Row[]): Promise<readonly (readonly Result[])[]> => {
      const { body } = await app.post(`/api/v1/${code}/${setting}/rate/batch`, {
        requests: requests.map((each) => itemOf(each, lookup)),
      });
      return (body as { responses: { results: Result[] }[] }).responses.map(({ results }) => results);
    };
    const shortCodes = groupCodes(dataset, code);
    const procedures = feeCodes(dataset, code);
    const fields = chosenFields(lookup, ["all"]) as readonly string[];
    const claims = claimsOf(lookup, lookups(setting));
    let compared = 0;
    for (let number = 0; number < FILES; number += 1) {
      const asDrawn = fc.sample(claims, { numRuns: LINES_PER_FILE, seed: SEED + number });
      // Of a stay the code is a group: it never had zeros to lose.
      const hasProcedures = setting === "outpatient";
      const drawn = hasProcedures ? await withoutShortCodes(asDrawn, batch, procedures) : asDrawn;
      const without = await batch(drawn.map((claim) => claim.fields));
      const withFirst = await batch(
        drawn.map(({ fields: each, modifiers: [modifier = ""] }) => ({ ...each, modifier })),
      );
      const meant = drawn.map((claim, index) => {
        const [first = ""] = claim.modifiers;
        const isPublished = withFirst[index]?.some(({ modifier }) => modifier === first) ?? false;
        const isUsed = first !== "" && (isPublished || (lookup.claimLines?.modifiers.includes(first) ?? false));
        return (isUsed ? withFirst : without)[index] as readonly Result[];
      });
      const mayLoseZeros = drawn.map(
        ({ fields: { billing_code = "" } }, index) =>
          hasProcedures &&
          /^0[0-9]{4}$/.test(billing_code) &&
          meant[index]?.some(({ rate_found }) => rate_found === true) === true &&
          !shortCodes.has(billing_code.replace(/^0+/, "")),
      );
      const [csv = ""] = fc.sample(fileOf(drawn, mayLoseZeros, lookup), { numRuns: 1, seed: SEED * 2 + number });
      const { results, faults } = await repriced(folder.path, csv, { state, setting, release, fields });
      expect(faults).toEqual([]);
      const own = fieldColumns(results[0], fields);
      const written = results.map((row) => ({
        position: Number(row.position),
        said: own.map((name) => row[name]),
        amounts: [row.units_priced, row.amount_at_rate, row.expected_amount, row.difference],
      }));
      const expected = meant.flatMap((all, position) =>
        shownResult(all).map((result) => ({
          position,
          said: fields.map((field) => said(result[field])),
          amounts: amountsOfLine(result, all, drawn[position] as Claim, setting),
        })),
      );
      expect(written, `file ${number}`).toEqual(expected);
      compared += expected.filter(({ amounts }) => amounts[3] !== "").length;
    }
    expect(compared).toBeGreaterThan((FILES * LINES_PER_FILE) / 20);
    await app.close();
  });
});

/** The amounts of the shown result; none where results have different ones. */
function amountsOfLine(result: Result, all: readonly Result[], claim: Claim, setting: CareSetting): readonly string[] {
  const amounts = all
    .filter(({ payment_rate }) => payment_rate !== null)
    .map((each) => amountsOf(each, all, { ...claim, paid: "" }, setting));
  const isOne = new Set(amounts.map(([, atRate, expected]) => expected || atRate)).size <= 1;
  return isOne ? amountsOf(result, all, claim, setting) : ["", "", "", ""];
}

/** A short code that is one with zeros before it means that one; where it is one without them too, its line would be a fault. */
async function withoutShortCodes(
  claims: readonly Claim[],
  batch: (requests: readonly Row[]) => Promise<readonly (readonly Result[])[]>,
  procedures: ReadonlySet<string>,
): Promise<readonly Claim[]> {
  const padded = claims.map(({ fields }) => ({
    ...fields,
    billing_code: (fields.billing_code ?? "").replace(/^[0-9]{1,4}$/, (code) => code.padStart(5, "0")),
  }));
  const withZeros = await batch(padded);
  const isPriced = (results: readonly Result[] | undefined) => results?.some(({ rate_found }) => rate_found === true);
  return claims.map((claim, index) =>
    isPriced(withZeros[index]) || procedures.has(padded[index]?.billing_code ?? "")
      ? { ...claim, fields: padded[index] as Row }
      : claim,
  );
}

/** Claims made of the lookups of a set, their codes, days and providers mixed. */
function claimsOf(lookup: RateLookup, file: string): fc.Arbitrary<Claim> {
  const names = lookup.reader.names.filter((name) => name !== "reference_id");
  const isCode = lookup.setting === "outpatient" ? /^[\p{L}\p{N}]*$/u : /^[\p{L}\p{N}]*(?:-[\p{L}\p{N}]+)?$/u;
  const queries = casesIn<LookupCase>(file)
    .filter((each) => "results" in each)
    .map(({ request }) => Object.fromEntries(names.map((name) => [name, textOf(request[name])])) as Row)
    .filter(({ npi, state_provider_id }) => npi !== "" || (state_provider_id ?? "") !== "")
    // Charges of nothing beside a payment are a doubt, which charge-limit.test.ts looks at.
    .filter((query) => CHARGES.every((name) => (query[name] ?? "") === "" || Number(query[name]) !== 0))
    // What cannot be a code is a fault of a file, and an answer of a request.
    .filter(({ billing_code = "" }) => isCode.test(billing_code.trim()));
  const changed = fc.constantFrom("billing_code", "date_of_service", "nothing");
  return fc
    .record({
      query: fc.constantFrom(...queries),
      other: fc.constantFrom(...queries),
      change: changed,
      idle: fc.uniqueArray(fc.constantFrom(...IDLE), { maxLength: 3 }),
      units: fc.constantFrom("", "1", "2", "3", "2.5", "40", "1000"),
      paid: fc.oneof(
        fc.constant(""),
        fc.integer({ min: -500_000, max: 5_000_000 }).map((cents) => (cents / 100).toFixed(2)),
      ),
    })
    .map(({ query, other, change, idle, units, paid }) => {
      const { modifier = "", ...fields } = change in query ? { ...query, [change]: other[change] as string } : query;
      const used = modifier.trim().toUpperCase();
      const modifiers = names.includes("modifier") ? [...(used === "" ? [] : [used]), ...idle] : [];
      // A file that has a column for the day has a day in every line.
      const dated = Object.fromEntries(
        daysMeaningToday(lookup, TODAY).map((name) => [name, dayOfClaim((fields as Row)[name] ?? "")]),
      );
      return { fields: { ...fields, ...dated }, modifiers, units, paid };
    });
}

/** No claim is of a day more than a year ahead, and none without one. */
function dayOfClaim(text: string): string {
  const day = parseDay(text.trim());
  return day === null || day > "2027-11-15" ? TODAY : text;
}

function textOf(value: unknown): string {
  return value === null || value === undefined ? "" : String(value);
}

function itemOf(text: Row, lookup: RateLookup): Record<string, unknown> {
  const kinds = kindsOf(lookup);
  const known = (modifier: string) =>
    lookup.claimLines?.modifiers.includes(modifier) || lookup.reader.names.length === 0;
  const takesAny = kinds.get("modifier") === "modifier";
  return Object.fromEntries(
    Object.entries(text)
      .filter(([name, value]) => value.trim() !== "" && (name !== "modifier" || takesAny || known(value)))
      .map(([name, value]) => {
        const kind = kinds.get(name);
        if (kind === "flag") return [name, /^(true|1)$/i.test(value.trim())];
        return [name, kind === "count" ? Number(value) : value];
      }),
  );
}

function kindsOf({ parameters }: RateLookup) {
  return new Map(Object.entries(parameters).map(([key, { kind }]) => [snakeCase(key), kind] as const));
}

/** The numbers of groups that a dataset has: a procedure code without its zeros could be one of them. */
function groupCodes(dataset: string, code: string): ReadonlySet<string> {
  const tables = { fl: ["eapg_weights.csv", "eapg"], ny: ["apg_weights.csv", "apg"] } as const;
  const [file, column] = code in tables ? tables[code as keyof typeof tables] : ["", ""];
  if (file === "") return new Set();
  const rows = parse(readFileSync(join(dataset, code, file), "utf8"), { columns: true }) as Row[];
  return new Set(rows.map((row) => (row[column] ?? "").replace(/^0+/, "")));
}

/** The procedures of its fee schedule, where it has one. */
function feeCodes(dataset: string, code: string): ReadonlySet<string> {
  const file = join(dataset, code, "fee_schedule.csv");
  if (!existsSync(file)) return new Set();
  return new Set((parse(readFileSync(file, "utf8"), { columns: true }) as Row[]).map((row) => row.code ?? ""));
}

/** The claims as a file of random shape. */
function fileOf(claims: readonly Claim[], mayLoseZeros: readonly boolean[], lookup: RateLookup): fc.Arbitrary<string> {
  const { setting } = lookup;
  const kinds = kindsOf(lookup);
  const isOutpatient = setting === "outpatient";
  const names = lookup.reader.names.filter((name) => name !== "modifier" && name !== "reference_id");
  const extra = [...(isOutpatient ? ["units"] : []), "paid_amount"];
  // Groups stand under no heading that says CPT: there their numbers would be procedures that lost their zeros.
  const hasGroups = claims.some(({ fields }) => /^[0-9]{1,4}$/.test(fields.billing_code ?? ""));
  const headings = fc.tuple(
    ...[...names, ...extra].map((name) =>
      name === "billing_code" && isOutpatient && hasGroups
        ? fc.constantFrom(name, "Service Code")
        : headingOf(name, setting),
    ),
  );
  const isSpread = fc.boolean();
  const shaped = fc.tuple(
    ...claims.map(({ fields, units, paid }, index) => {
      const losesZeros = mayLoseZeros[index] === true;
      const code = losesZeros ? fc.constantFrom("", ...zerosLost(fields.billing_code ?? "")) : fc.constant("");
      const cells = names.map((name) => shapeOf(name, kinds.get(name) ?? "text", fields[name] ?? ""));
      return fc.tuple(fc.tuple(...cells), code, fc.constant(units), fc.constantFrom(paid, ...paidShapes(paid)));
    }),
  );
  const order = fc.shuffledSubarray([...Array(names.length + extra.length).keys()], {
    minLength: names.length + extra.length,
  });
  return fc.record({ headings, isSpread, shaped, order, joiner: fc.constantFrom(" ", ", ", ":", "") }).map((file) => {
    const rows = file.shaped.map(([cells, short, units, paid], index) => {
      const own = cells.map((cell, place) => (names[place] === "billing_code" && short !== "" ? short : cell));
      const all = [...own, ...(isOutpatient ? [units] : []), paid];
      const placed = file.order.map((place) => [file.headings[place] as string, all[place] as string]);
      const { modifiers } = claims[index] as Claim;
      const spread: Row = file.isSpread
        ? Object.fromEntries(SPREAD.map((name, place) => [name, modifiers[place]?.toLowerCase() ?? ""]))
        : { Modifiers: modifiers.join(file.joiner) };
      return { position: String(index), ...Object.fromEntries(placed), ...(isOutpatient ? spread : {}), Payer: "x, y" };
    });
    return csvOf(rows);
  });
}

function zerosLost(code: string): readonly string[] {
  const short = code.replace(/^0+(?=.)/, "");
  return [short, `${short}.0`];
}

function paidShapes(paid: string): readonly string[] {
  if (paid === "") return [];
  const size = paid.replace("-", "");
  return paid.startsWith("-") ? [`(${size})`, `-$${grouped(size)}`, `${size}-`] : [`$${paid}`, grouped(paid)];
}

/** Paid once, whatever the units: groups, shares of charges and anesthesia, as their calculations say. */
const WHOLE_LINE = /^EAPG weight|^apg_weight|payment_capital \(|percent|charges|^\(base units|^Anesthesia flat fee/;

/** Those of the datasets' lookups that change a payment. */
const CHANGES_PAYMENT = ["26", "TC", "50", "52", "53", "54", "55", "56", "62", "80", "AA", "QK", "QX", "QY", "QZ"];

/** Whether a price is without the modifier of its line, which changes what is paid. */
function isWithoutModifier(all: readonly Result[], { modifiers: [first = ""] }: Claim): boolean {
  const priced = all.filter(({ payment_rate }) => payment_rate !== null);
  const isShown = priced.every(({ modifier }) => modifier === first);
  const isCovered = priced.every(
    ({ payment_rate_type, paf_bilateral }) =>
      payment_rate_type === "percent_of_charges" || (first === "50" && typeof paf_bilateral === "string"),
  );
  return CHANGES_PAYMENT.includes(first) && !isShown && !isCovered;
}

/** What was billed, in cents; null where the claim does not say it. */
function billedOf({ total_charges, billed_charges, gross_charges }: Row): bigint | null {
  const text = (total_charges || billed_charges || gross_charges || "").trim();
  if (text === "") return null;
  const [digits, scale] = exact(text);
  return ((digits * 1000n) / 10n ** BigInt(scale) + 5n) / 10n;
}

/** Units priced, amount at the rate, amount expected and difference: worked out in cents from the texts alone. */
function amountsOf(result: Result, all: readonly Result[], claim: Claim, setting: CareSetting): readonly string[] {
  const { units, paid } = claim;
  const { payment_rate, calculation_method, units_limit } = result;
  if (typeof payment_rate !== "string") return ["", "", "", ""];
  const isWhole = setting === "inpatient" || WHOLE_LINE.test(String(calculation_method));
  const asked = isWhole || units === "" ? "1" : units;
  const isCut = !isWhole && typeof units_limit === "string" && Number(asked) > Number(units_limit);
  const priced = isCut ? (units_limit as string) : asked;
  const [rate, rateScale] = exact(payment_rate);
  const [count, countScale] = exact(priced);
  // Half-up to cents: ten times the cents, and five more.
  const cents = (rate * count * 1000n) / 10n ** BigInt(rateScale + countScale);
  const atRate = (cents + 5n) / 10n;
  if (isWithoutModifier(all, claim) || isOfAnotherModifier(all, claim)) return [priced, inDollars(atRate), "", ""];
  const billed = billedOf(claim.fields);
  const amount = billed !== null && billed < atRate ? billed : atRate;
  // Of money that is taken back nothing is expected, and it is compared with nothing.
  if (paid !== "" && exact(paid)[0] < 0n) return [priced, inDollars(atRate), "", ""];
  const difference = paid === "" ? "" : inDollars(amount - exact(paid)[0]);
  return [priced, inDollars(atRate), inDollars(amount), difference];
}

/** Whether a price is that of a modifier that the line lacks: it is compared with nothing. */
function isOfAnotherModifier(all: readonly Result[], { modifiers }: Claim): boolean {
  const priced = all.filter(({ payment_rate }) => typeof payment_rate === "string");
  return priced.some(({ modifier }) => typeof modifier === "string" && !modifiers.includes(modifier));
}

function exact(text: string): readonly [units: bigint, scale: number] {
  const [whole = "", fraction = ""] = text.split(".");
  return [BigInt(whole + fraction), fraction.length];
}

function inDollars(cents: bigint): string {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, "0");
  return `${cents < 0n ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

function said(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map(said).join("|");
  return typeof value === "string" ? value : JSON.stringify(value);
}
