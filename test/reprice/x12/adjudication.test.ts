import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { outpatient } from "../../../src/states/ca/outpatient/lookup.ts";
import { runs } from "../../support/property-runs.ts";
import {
  batch,
  chargeOf,
  dollars,
  type MadeClaim,
  type MadeLine,
  paidOf,
  remittance,
  reversal,
} from "./support/generator.ts";
import { claim } from "./support/made-claims.ts";
import { rowsOfX12 } from "./support/read-rows.ts";

/* Random remittances of every claim status with changed codes, cut units, adjustments of whole claims, reversals and corrections, in professional and hospital claims. */

const stock = { codes: ["99213", "99283"], npis: ["1000700140", "1000700157"], modifiers: ["25"], isInpatient: false };
const FACILITY = "1000700165";

/** How a payer changes a claim. Each is drawn by itself. */
const changes = fc.record({
  isHospital: fc.boolean(),
  paidCode: fc.constantFrom(undefined, undefined, "99212"),
  hasUnitsCut: fc.boolean(),
  revenueCode: fc.constantFrom("0450", "0456", "0300"),
  ofClaim: fc.constantFrom(
    null,
    null,
    { group: "PR", reason: "3", amount: 300 },
    { group: "CO", reason: "16", amount: 50 },
  ),
  status: fc.constantFrom("1", "1", "19", "2", "3", "20", "21", "4", "23", "25", "5"),
  fate: fc.constantFrom("stands", "stands", "reversed", "corrected", "named"),
});

type Change = typeof changes extends fc.Arbitrary<infer Drawn> ? Drawn : never;
interface Drawn {
  readonly made: MadeClaim;
  readonly change: Change;
}

const drawn: fc.Arbitrary<readonly Drawn[]> = fc
  .array(fc.tuple(claim(stock), changes), { minLength: 1, maxLength: 4 })
  .map((all) => all.map(([made, change], place) => ({ change, made: changed(made, change, place) })));

function changed(
  made: MadeClaim,
  { isHospital, paidCode, hasUnitsCut, revenueCode, ofClaim, status }: Change,
  place: number,
): MadeClaim {
  const lines = made.lines.map(
    (line, at): MadeLine => ({
      ...line,
      minutes: null,
      control: `L${at}`,
      revenueCode,
      ...(paidCode === undefined ? null : { paidCode }),
      ...(hasUnitsCut ? { unitsPaid: 1 } : null),
    }),
  );
  return {
    ...made,
    claim: `C${place}`,
    payerClaim: `P${place}`,
    status,
    isInstitutional: isHospital,
    facility: isHospital ? "13" : "11",
    ...(isHospital ? { facilityNpi: FACILITY } : null),
    adjustments: ofClaim === null ? [] : [ofClaim],
    lines,
  };
}

/** The claims of the remittance: what was paid, taken back, and paid again. */
function remitted({ made, change: { fate } }: Drawn): readonly MadeClaim[] {
  if (fate === "stands") return [made];
  if (fate === "reversed") return [made, reversal(made)];
  const correction = { ...made, payerClaim: `${made.payerClaim}-NEW`, original: made.payerClaim };
  const taken = reversal(made);
  if (fate === "corrected") return [made, taken, correction];
  return [made, { ...taken, payerClaim: `${made.payerClaim}-BACK`, original: made.payerClaim }, correction];
}

/** The guide's balance (1.10.2.1) of what the generator writes. */
function expectBalanced({ adjustments, lines, ...rest }: MadeClaim): void {
  const total = (all: MadeClaim["adjustments"]) => all.reduce((sum, { amount }) => sum + amount, 0);
  for (const line of lines) expect(line.charge - total(line.adjustments)).toBe(line.paid);
  const all = [...adjustments, ...lines.flatMap((line) => line.adjustments)];
  const whole = { ...rest, adjustments, lines };
  expect(chargeOf(whole) - total(all)).toBe(paidOf(whole));
}

/** What the status of a claim alone says of a line that was paid something. */
function verdictOf({ adjustments }: MadeLine, { status, ofClaim }: Change): string {
  const isAsBilled = adjustments.length === 0 && ofClaim === null;
  if (["2", "3", "20", "21"].includes(status)) return isAsBilled ? "" : `other_payer (status ${status})`;
  return (
    new Map([
      ["23", "other_payer"],
      ["25", "predetermination"],
      ["5", "undecided (status 5)"],
    ]).get(status) ?? ""
  );
}

/** The verdicts of a claim's lines, of its reversal's and of its correction's. */
function verdictsOf({ made: { lines }, change }: Drawn): readonly string[] {
  const standing = lines.map((line) => verdictOf(line, change));
  const all = (verdict: string) => lines.map(() => verdict);
  if (change.fate === "stands") return standing;
  if (change.fate === "reversed") return [...all("reversed"), ...all("reversal")];
  return [...all("corrected"), ...all("reversal"), ...standing];
}

function expectedRow(line: MadeLine, { isHospital, paidCode, ofClaim }: Change) {
  const share = line.adjustments.find(({ group }) => group === "PR")?.amount ?? 0;
  const isAllowedKnown = line.allowed !== null || ofClaim?.reason !== "16";
  return {
    billing_code: line.code,
    modifier_1: line.modifiers[0] ?? "",
    paid_code: paidCode ?? "",
    units: String(line.units),
    allowed_amount: isAllowedKnown ? dollars(line.allowed ?? line.paid + share) : "",
    emergency_room: isHospital ? String(line.revenueCode === "0450") : String(line.place === "23"),
  };
}

describe("A remittance that the payer changed", () => {
  it("balances, and is joined and read as what was billed", async () => {
    await fc.assert(
      fc.asyncProperty(drawn, async (all) => {
        const claims = all.flatMap(remitted);
        claims.forEach(expectBalanced);
        const sent = (isHospital: boolean) =>
          all.filter(({ change }) => change.isHospital === isHospital).map(({ made }) => made);
        const batches = [sent(true), sent(false)].filter((each) => each.length > 0);
        const { rows, remittance: facts } = await rowsOfX12(remittance([claims]), outpatient, batch(batches));
        expect(facts).toMatchObject({ isReconciled: true, unbalanced: { claims: 0 } });
        expect(facts?.notJoined).toMatchObject([{ lines: 0 }, { lines: 0 }]);
        expect(rows.map((row) => row.not_owed)).toEqual(all.flatMap(verdictsOf));
        const standing = all.flatMap(({ made, change }) => made.lines.map((line) => expectedRow(line, change)));
        const written = rows.filter(
          (row, at) => row.not_owed !== "reversal" && rows.findIndex((each) => isSameLine(each, row)) === at,
        );
        expect(written).toMatchObject(standing);
        for (const row of rows) if (row.revenue_code !== "") expect(row.npi).toBe(FACILITY);
      }),
      runs(150, 836),
    );
  });
});

function isSameLine(a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean {
  return a.claim === b.claim && a.line_control === b.line_control;
}
