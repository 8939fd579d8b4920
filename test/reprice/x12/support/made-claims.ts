import fc from "fast-check";
import type { MadeClaim, MadeLine } from "./generator.ts";

/** What random claims are made of: codes and providers of the state that prices them. */
export interface Stock {
  readonly codes: readonly string[];
  readonly npis: readonly string[];
  readonly modifiers: readonly string[];
  readonly isInpatient: boolean;
}

const DAYS = ["2026-07-15", "2026-08-01", "2026-09-30", "2026-10-01", "2026-10-31"] as const;
const BIRTHS = ["2024-02-29", "2008-10-01", "2005-10-02", "2005-07-15", "1960-01-01"] as const;
const cents = fc.integer({ min: 100, max: 900_000 });

/** A line that balances: what is not paid is adjusted. */
function line({ codes, npis, modifiers, isInpatient }: Stock): fc.Arbitrary<MadeLine> {
  return fc
    .record({
      code: isInpatient ? fc.constant("") : fc.constantFrom(...codes),
      modifiers: isInpatient ? fc.constant([]) : fc.uniqueArray(fc.constantFrom(...modifiers), { maxLength: 2 }),
      charge: cents,
      paidShare: fc.integer({ min: 1, max: 100 }),
      copay: fc.constantFrom(0, 0, 200),
      units: fc.integer({ min: 1, max: 9 }),
      minutes: fc.constantFrom(null, null, 45),
      day: fc.constantFrom(...DAYS),
      npi: fc.constantFrom("", "", ...npis),
      place: fc.constantFrom("11", "22", "23"),
      hasAllowed: fc.boolean(),
      remarks: fc.constantFrom<readonly string[]>([], ["N206"], ["M15", "N4"]),
    })
    .map(({ charge, paidShare, copay, hasAllowed, ...rest }) => {
      const patient = Math.min(copay, charge - 1);
      const paid = Math.max(Math.floor(((charge - patient) * paidShare) / 100), 1);
      const contract = charge - patient - paid;
      const adjustments = [
        ...(contract === 0 ? [] : [{ group: "CO", reason: "45", amount: contract }]),
        ...(patient === 0 ? [] : [{ group: "PR", reason: "3", amount: patient }]),
      ];
      return { ...rest, charge, paid, adjustments, allowed: hasAllowed ? paid + patient : null, control: "" };
    });
}

export function claim(stock: Stock): fc.Arbitrary<MadeClaim> {
  return fc
    .record({
      lines: fc.array(line(stock), { minLength: 1, maxLength: 4 }),
      billingNpi: fc.constantFrom(...stock.npis),
      npi: fc.constantFrom("", ...stock.npis),
      drg: stock.isInpatient ? fc.constantFrom(...stock.codes) : fc.constant(""),
      admitted: fc.constantFrom(...DAYS),
      stay: fc.integer({ min: 0, max: 9 }),
      dischargeStatus: fc.constantFrom("01", "02", "30", "65"),
      coveredDays: fc.constantFrom(null, 1, 4),
      birth: fc.constantFrom(...BIRTHS),
      hasControls: fc.boolean(),
    })
    .map(({ stay, lines, hasControls, admitted, ...rest }) => ({
      ...rest,
      claim: "",
      payerClaim: "",
      status: "1",
      admitted,
      through: new Date(Date.parse(admitted) + stay * 86_400_000).toISOString().slice(0, 10),
      facility: "11",
      isInstitutional: stock.isInpatient,
      adjustments: [],
      lines: lines.map((each, place) => ({ ...each, control: hasControls ? `L${place + 1}` : "" })),
    }));
}

/** Lists of claims, each with numbers of its own. */
export function batches(stock: Stock, count: number, seed: number): readonly (readonly MadeClaim[])[] {
  const made = fc.sample(fc.array(claim(stock), { minLength: 1, maxLength: 3 }), { numRuns: count, seed });
  return made.map((claims, at) =>
    claims.map((each, place) => ({ ...each, claim: `C${at}-${place}`, payerClaim: `P${at}-${place}` })),
  );
}
