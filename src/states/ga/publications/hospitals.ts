import { digitsOnly, oneLine } from "../../../imports/declaring/conversions.ts";
import { heading, optional } from "../../../imports/declaring/fields.ts";
import type { Intake, Opening } from "../../../imports/declaring/intake.ts";
import { foldName } from "../../../text/folding.ts";
import { isHospital } from "../provider-type.ts";
import { providers } from "../tables.ts";

/** How a rate list says whose rate it is; it may know hospitals by name only. */
export const hospitalColumns = {
  npi: optional(heading(["NPI", "Provider NPI", "National Provider Identifier", /\bnpi\b/], digitsOnly)),
  campus: optional(heading(["Campus", "Campus Name"], oneLine)),
  name: optional(
    heading(
      [
        "Provider Name",
        "Hospital Name",
        "Facility Name",
        "Hospital",
        "Facility",
        "Provider",
        "Name",
        /^(?:hospital|provider|facility) name/,
      ],
      oneLine,
    ),
  ),
} as const;

interface NamedHospital {
  readonly npi: string | null;
  readonly name: string | null;
}

/** The NPI of a hospital of a list; null when it cannot be told, and then the record is left out. */
export type HospitalNpi = (hospital: NamedHospital, intake: Intake) => string | null;

/** Finds hospitals of ga/providers, which federal/nppes brings. */
export async function hospitalNpis({ known }: Opening): Promise<HospitalNpi> {
  const byNpi = await known(providers, (row) => (isHospital(row) ? row.npi : null));
  const byName = await known(providers, (row) => (isHospital(row) ? foldName(row.providerName) : null));
  return ({ npi, name }, intake) => {
    if (npi !== null) {
      if (byNpi(npi).length === 0)
        intake.find({ title: "rates of NPIs that are no hospital of ga/providers", example: npi });
      return npi;
    }
    if (name === null) {
      intake.leaveOut("neither an NPI nor a name");
      return null;
    }
    const [found, ...others] = new Set(byName(foldName(name)).map((row) => row.npi));
    if (found !== undefined && others.length === 0) return found;
    const many = found === undefined ? "no hospital of ga/providers has" : "several hospitals of ga/providers have";
    intake.leaveOut(`${many} this name: add its NPI in a column`, name);
    return null;
  };
}
