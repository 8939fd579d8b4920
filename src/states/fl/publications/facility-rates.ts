import { failure } from "../../../core/runtime/failure.ts";
import { type Conversion, number, percent } from "../../../imports/declaring/conversions.ts";
import { heading } from "../../../imports/declaring/fields.ts";
import type { Intake, Known, Opening } from "../../../imports/declaring/intake.ts";
import { type Provider, providers } from "../tables.ts";
import type { HOSPITAL_CLASSES, ProviderType } from "../values.ts";

/** The column of a rate list with the facility's Medicaid ID. */
export function medicaidIdHeading(convert: Conversion) {
  return heading(["Medicaid ID", "Medicaid Provider ID", /\bmedicaid\b.*\b(?:id|no|number)\b/], convert);
}

/** A figure below this without a percent sign is a fraction: no rate here is 300% or 3%. */
const PERCENTAGES_START_AT = 3;

/** A percentage in any form: `17%`, `17`, or the `0.17` of a percent cell. */
export const share: Conversion = (cell) => {
  if (cell.endsWith("%")) return percent(cell);
  const figure = number(cell);
  return typeof figure === "string" && Number(figure) >= PERCENTAGES_START_AT ? percent(cell) : figure;
};

type HospitalClass = (typeof HOSPITAL_CLASSES)[number];

const CLASS_BY_WORD: readonly (readonly [word: RegExp, hospitalClass: HospitalClass])[] = [
  [/child/i, "Childrens"],
  [/rural/i, "Rural"],
  [/ltac|long[- ]term/i, "LTAC"],
  [/teaching/i, "Teaching"],
  [/^(?:all )?others?$/i, "All Other"],
];

/** Our name of a hospital class; null for other classes. */
function hospitalClassOf(published: string | null): HospitalClass | null {
  return CLASS_BY_WORD.find(([word]) => word.test(published ?? ""))?.[1] ?? null;
}

const ID_DIGITS = 9;
const BASE_DIGITS = 7;
const FIRST_LOCATION = "00";

/** Finds the facility that a rate list means by its Medicaid ID; null when the registry has none. */
type FindFacility = (medicaidId: string | null) => Provider | null;

/**
 * Finds the registry's facility for a rate. Rate lists print IDs without leading zeros or without the suffix of the
 * location, so each spelling is tried, and none is invented.
 */
export async function knownFacilities(
  { known }: Pick<Opening, "known">,
  isMeant: (providerType: ProviderType) => boolean,
): Promise<FindFacility> {
  const byId: Known<Provider> = await known(providers, ({ providerType, stateProviderId }) =>
    isMeant(providerType) ? stateProviderId : null,
  );
  return (medicaidId) => {
    for (const spelling of medicaidId === null ? [] : spellingsOf(medicaidId)) {
      const [facility] = byId(spelling);
      if (facility !== undefined) return facility;
    }
    return null;
  };
}

function spellingsOf(digits: string): readonly string[] {
  return [digits, digits.padStart(ID_DIGITS, "0"), `${digits.padStart(BASE_DIGITS, "0")}${FIRST_LOCATION}`];
}

/** A calculator's list of facilities with their rates. */
export class FacilityRates {
  readonly #find: FindFacility;
  /** Columns with at least one figure; an empty column may have another heading this year. */
  readonly #columns = new Map<string, boolean>();
  #knownCount = 0;
  #unknownCount = 0;

  constructor(find: FindFacility) {
    this.#find = find;
  }

  /** The registry's facility; null when the record was left out. */
  facility(medicaidId: string | null, intake: Intake): Provider | null {
    if (medicaidId === null) {
      intake.leaveOut("headings and notes");
      return null;
    }
    const facility = this.#find(medicaidId);
    if (facility === null) {
      this.#unknownCount += 1;
      intake.leaveOut("not in fl/providers.csv by its Medicaid ID", medicaidId);
      return null;
    }
    this.#knownCount += 1;
    return facility;
  }

  /** Our class of a hospital; "other" for other classes or none. */
  hospitalClass(published: string | null, intake: Intake): HospitalClass {
    const hospitalClass = hospitalClassOf(published);
    if (hospitalClass !== null) return hospitalClass;
    intake.find({ title: "hospital class taken as All Other", example: published ?? "no class" });
    return "All Other";
  }

  see(columns: Readonly<Record<string, string | null>>): void {
    for (const [column, cell] of Object.entries(columns)) {
      this.#columns.set(column, cell !== null || (this.#columns.get(column) ?? false));
    }
  }

  end(intake: Intake): void {
    if (this.#knownCount === 0 && this.#unknownCount > 0) {
      throw failure(
        `none of the ${this.#unknownCount} Medicaid IDs is in fl/providers.csv; import fl/provider-master-list first`,
      );
    }
    for (const [column, hasFigures] of this.#columns) {
      if (!hasFigures) intake.find({ title: `no facility has a figure for ${column}; is its column named otherwise?` });
    }
  }
}
