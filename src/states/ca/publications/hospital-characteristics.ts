import { compare } from "../../../core/money/arithmetic.ts";
import { factor, parseFactor } from "../../../core/money/factor.ts";
import { foldName } from "../../../core/text/folding.ts";
import { NPI } from "../../../dataset/column.ts";
import { listed } from "../../../dataset/published.ts";
import {
  amount,
  type Conversion,
  oneLine,
  percent,
  rounded,
  upperCase,
  yesNo,
} from "../../../imports/declaring/conversions.ts";
import { firstHeading, heading, type RecordOf } from "../../../imports/declaring/fields.ts";
import { legendOf } from "../../../imports/declaring/intake.ts";
import { fill, fiscalYearOf, publication, rowsOf, section } from "../../../imports/declaring/publication.ts";
import { hospitalRates, providers } from "../tables.ts";
import { fiscalYearStart, symbol } from "./cells.ts";

/** Hospitals' costs are between 2% and 200% of their charges. */
const RATIO_MAX = factor("2");

/** A cost-to-charge ratio: printed as a percentage (`21.5%`, `21.5`), or stored as a fraction (`0.215`). */
export const costToChargeRatio: Conversion = (cell) => {
  const stored = parseFactor(cell);
  return stored !== null && compare(stored, RATIO_MAX) <= 0 ? cell : percent(cell);
};

/** The columns that both lists of hospital characteristics have; the fiscal year in their headings changes. */
const hospitalColumns = {
  name: firstHeading(
    ["OSHPD Provider Name", "Provider Name", "Hospital Name", "Name", /(?:provider|hospital) name$/],
    oneLine,
  ),
  designatedNicu: heading([/designated nicu/, /^nicu/], yesNo),
  costToChargeRatio: heading([/cost-to-charge/, /cost to charge/], costToChargeRatio),
  drgBaseRate: heading([/wage[ -]adjusted.*base rate/], rounded(2, amount)),
};

type HospitalColumns = RecordOf<typeof hospitalColumns>;

/** Why a hospital of a list has no DRG rate; null when it has one. */
function whyUnrated({ drgBaseRate, costToChargeRatio: ratio, designatedNicu }: HospitalColumns): string | null {
  if (drgBaseRate === null) return "no wage-adjusted base rate";
  if (ratio === null) return "no cost-to-charge ratio";
  return designatedNicu === null ? "not said whether it has a designated NICU" : null;
}

/** DRG base rates and cost-to-charge ratios of California's hospitals by state fiscal year (ca 8). */
export const hospitalCharacteristics = publication({
  ...listed("ca/hospital-characteristics"),
  period: fiscalYearOf,
  asOf: fiscalYearStart,
  sections: [
    section({
      fields: {
        ...hospitalColumns,
        hospitalId: heading(["OSHPD ID", "HCAI ID", /^(?:oshpd|hcai) ?(?:id|number)/], symbol),
        designatedPublic: heading(["DPH", "Designated Public Hospital", /^dph/], yesNo),
      },
      // Hospitals missing from the provider lists are added.
      feeds: [rowsOf(hospitalRates), fill(providers, ["stateProviderId"], { adds: true })],
      read: async ({ known }) => {
        const knownHospitals = await known(providers, ({ stateProviderId }) => stateProviderId);
        return {
          record(fields, intake) {
            const { hospitalId, name, designatedPublic } = fields;
            if (hospitalId === null) return intake.leaveOut("no OSHPD ID", name ?? "");
            const reason = whyUnrated(fields);
            if (reason !== null) return intake.leaveOut(reason, hospitalId);
            if (designatedPublic === null)
              return intake.leaveOut("not said whether it is a designated public hospital", hospitalId);
            if (knownHospitals(hospitalId).length === 0) {
              intake.find({
                title: "hospitals that no other list has: without an NPI until ca/hcai-npi-crosswalk is imported",
                example: `${hospitalId} ${name ?? ""}`,
              });
            }
            intake.take(hospitalRates, {
              stateProviderId: hospitalId,
              drgBaseRate: fields.drgBaseRate,
              costToChargeRatio: fields.costToChargeRatio,
              designatedNicu: fields.designatedNicu,
              designatedPublicHospital: designatedPublic,
            });
            intake.take(providers, { stateProviderId: hospitalId, providerName: name, providerType: "hospital" });
          },
        };
      },
    }),
  ],
});

/** DRG base rates of hospitals across the border. The list has no identifiers: the legend gives them NPIs (ca 8). */
export const borderHospitals = publication({
  ...listed("ca/border-hospitals"),
  period: fiscalYearOf,
  asOf: fiscalYearStart,
  legends: { npis: {} },
  sections: [
    section({
      fields: {
        ...hospitalColumns,
        city: heading(["City", /city$/], oneLine),
        state: heading(["State", /state$/], upperCase),
      },
      feeds: [hospitalRates, providers],
      read: ({ legends }) => {
        const npis = new Map([...legendOf(legends, "npis", NPI)].map(([name, npi]) => [foldName(name), npi]));
        return {
          record(fields, intake) {
            const { name: providerName, city, state } = fields;
            const title = [providerName, city, state].filter((part) => part !== null).join(", ");
            const npi = npis.get(foldName(title));
            if (npi === undefined)
              return intake.leaveOut("no NPI: add it to the legend npis of the mapping file", title);
            const reason = whyUnrated(fields);
            if (reason !== null) return intake.leaveOut(reason, title);
            const stateProviderId = `BORDER-${npi}`;
            intake.take(providers, { npi, stateProviderId, providerName, providerType: "hospital", city, state });
            intake.take(hospitalRates, {
              stateProviderId,
              drgBaseRate: fields.drgBaseRate,
              costToChargeRatio: fields.costToChargeRatio,
              designatedNicu: fields.designatedNicu,
              designatedPublicHospital: false,
            });
          },
        };
      },
    }),
  ],
});
