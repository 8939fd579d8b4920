import type { Intake } from "../../../imports/declaring/intake.ts";
import { failure } from "../../../runtime/failure.ts";
import type { Provider } from "../tables.ts";
import type { HOSPITAL_CLASSES } from "../values.ts";
import { hospitalClassOf } from "./hospital-cells.ts";
import type { FindFacility } from "./known-facilities.ts";

/** A list of facilities with their rates, as the calculators have it. */
export class FacilityRates {
  readonly #find: FindFacility;
  /** Columns that some facility has a figure in; a column that none has may be named otherwise this year. */
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

  /** Our class of a hospital: those that the state puts into other classes, or into none, are the others. */
  hospitalClass(published: string | null, intake: Intake): (typeof HOSPITAL_CLASSES)[number] {
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
