import { firstOfYear, lastOfYear } from "../../../core/calendar/period.ts";
import { fill } from "../../../imports/declaring/publication.ts";
import { clfsFor } from "../../../imports/federal/clfs.ts";
import { agreed, nppesFor, type Registrant } from "../../../imports/federal/nppes.ts";
import { medicareClfs, providers } from "../tables.ts";
import { resolvedType, STATE } from "../values.ts";

const CRITICAL_ACCESS = "282NC0060X";

const typeOf = (primaryTaxonomyCode: string | null) => resolvedType({ providerType: null, primaryTaxonomyCode });

/** Empty if there is a primary taxonomy, which then decides (ga 3.2). */
function providerType({ primaryTaxonomy, taxonomies }: Registrant) {
  return primaryTaxonomy === null ? agreed(taxonomies.map(typeOf)) : null;
}

/** Critical access hospitals often list a plainer taxonomy as their primary one. */
function isCriticalAccess({ primaryTaxonomy, taxonomies }: Registrant): boolean {
  return typeOf(primaryTaxonomy) === "HOSPITAL" && taxonomies.includes(CRITICAL_ACCESS);
}

/** Georgia publishes no list of providers, so they come from the registry (ga 8). */
export const nppes = nppesFor(STATE, [fill(providers, ["npi"], { adds: true })], (registrant, intake) => {
  const { npi, entityType, streetAddress, city, zipCode, primaryTaxonomy } = registrant;
  intake.take(providers, {
    npi,
    providerName: registrant.nameParts.join(", "),
    providerType: providerType(registrant),
    entityType,
    primaryTaxonomyCode: primaryTaxonomy,
    streetAddress,
    city,
    zipCode,
    criticalAccessHospital: isCriticalAccess(registrant) || null,
  });
});

/** Medicare's laboratory fees cap Georgia's (ga 2.5). A rate is effective from its own day in its year to the end of it, unless a later quarter replaces it. */
export const clfs = clfsFor([medicareClfs], ({ asOf }) => ({
  record({ code, modifier, rate, year, effectiveFrom }, intake) {
    if (year !== asOf.slice(0, 4)) intake.refuse(year ?? "", `the year of ${asOf}, which the edition is as of`);
    if (rate === null || rate === "0.00") return intake.leaveOut("no amount", code ?? "");
    if (effectiveFrom === null) {
      intake.find({ title: "rates without an EFF_DATE, taken from the first day of the edition", example: code ?? "" });
    }
    const yearEnd = lastOfYear(asOf);
    if (effectiveFrom !== null && effectiveFrom > yearEnd) {
      intake.refuse(effectiveFrom, `a day no later than ${yearEnd}, the last day of the rates of ${year}`);
    }
    // Earlier rates come from the files of earlier years.
    const yearStart = firstOfYear(asOf);
    const isOfEarlierYear = effectiveFrom !== null && effectiveFrom < yearStart;
    if (isOfEarlierYear) {
      const title = `rates with an EFF_DATE before their YEAR, taken from ${yearStart} on`;
      intake.find({ title, example: `${code}: ${effectiveFrom}` });
    }
    intake.sum("fees", rate);
    intake.take(medicareClfs, {
      code,
      modifier,
      rate,
      effectiveStartDate: isOfEarlierYear ? yearStart : effectiveFrom,
      effectiveEndDate: yearEnd,
    });
  },
}));
