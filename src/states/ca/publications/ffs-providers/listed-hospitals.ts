import type { Opening } from "../../../../imports/declaring/intake.ts";
import { isHospital } from "../../provider-type.ts";
import { type Provider, providers } from "../../tables.ts";

/** What the listing says of a hospital's identity. */
interface ListedHospital {
  readonly npi: string | null;
  readonly providerNumber: string | null;
}

/** What becomes of a hospital of the listing: it is taken, again where it has several locations, or left out with a reason. */
type Verdict = "taken" | "taken again" | { readonly leftOut: string };

export type HospitalJudge = (hospital: ListedHospital) => Verdict;

/**
 * Which hospitals of the listing are taken (ca 8): those that no other list has, each once. The licensed facility crosswalk
 * knows them by the ID that their inpatient rates have, so its row is the better one, and one NPI has one row.
 */
export async function hospitalJudge({ known, earlier }: Opening): Promise<HospitalJudge> {
  const hospitals = await known(providers, (row) => (isHospital(row) ? identities(row) : null));
  const own = await earlier(providers, (cell) => keyOf(cell("npi"), cell("stateProviderId")));
  // Its number may have been filled in by the registry since.
  const isOwn = (row: Provider) => own.has(keyOf(row.npi, row.stateProviderId)) || own.has(keyOf(row.npi, null));
  const taken = new Map<string, string>();
  return ({ npi, providerNumber }) => {
    const numbers = [npi, providerNumber].filter((number) => number !== null);
    const others = numbers.flatMap((number) => hospitals(number)).filter((row) => !isOwn(row));
    if (others.length > 0) return { leftOut: "a hospital that ca/providers has already, from another list or by hand" };
    const key = keyOf(npi, providerNumber);
    const isAgain = numbers.some((number) => taken.has(number));
    if (numbers.some((number) => (taken.get(number) ?? key) !== key)) {
      return { leftOut: "a hospital listed before under another NPI or Medi-Cal number" };
    }
    for (const number of numbers) taken.set(number, key);
    return isAgain ? "taken again" : "taken";
  };
}

function identities({ npi, alternateNpis, stateProviderId }: Provider): readonly string[] {
  return [...new Set([npi, ...alternateNpis, stateProviderId])].filter((number) => number !== null);
}

function keyOf(npi: string | null, providerNumber: string | null): string {
  return `${npi ?? ""}|${providerNumber ?? ""}`;
}
