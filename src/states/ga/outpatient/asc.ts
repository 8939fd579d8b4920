import { nearestPeriod } from "../../../core/calendar/period.ts";
import type { Money } from "../../../core/money/money.ts";
import { foldCounty } from "../../../core/text/folding.ts";
import type { RateData, RowOf } from "../../../dataset/table.ts";
import type { NoRate } from "../../../pricing/no-rate.ts";
import type { Sheet } from "../../../pricing/sheet.ts";
import { type Figure, words } from "../../../pricing/worksheet/calculation.ts";
import { noRateOnDay } from "../failures.ts";
import { ascLocalities, ascProcedures, ascRates, type Provider } from "../tables.ts";
import type { PathFound } from "../values.ts";
import type { OutpatientRequest } from "./request.ts";

type LocalityRow = RowOf<typeof ascLocalities>;

/** ga 4.6 */
export interface AscFound extends PathFound {
  paymentGroup?: string;
  locality?: string;
}

/** The rate of the code's payment group in the locality of the center's county (ga 4.6). */
export function ascPayment(
  { billingCode: { code }, modifier }: OutpatientRequest,
  { county }: Provider,
  sheet: Sheet,
  found: AscFound,
): Figure<Money> {
  found.serviceCategory = "asc";
  // Failures show the locality too, so it is looked up first.
  const localities = localitiesOf(county, sheet);
  const [assigned] = sheet.effective(localities);
  if (assigned !== undefined) found.locality = assigned.locality;

  const procedures = sheet.rows(ascProcedures, { code });
  if (procedures.length === 0) {
    throw sheet.noRate("code_not_listed", `Code ${code} is not on the Georgia ASC procedure list.`);
  }
  const [procedure] = sheet.effective(procedures);
  if (procedure === undefined) throw noRateOnDay(code, procedures, sheet);
  const { paymentGroup } = sheet.use(procedure);
  found.paymentGroup = paymentGroup;

  if (modifier !== null) throw withoutModifiers(modifier, assigned, sheet);
  if (assigned === undefined) throw noLocality(county, localities, sheet);
  const { locality } = sheet.use(assigned);

  const row = sheet.row(
    ascRates,
    { paymentGroup, locality },
    "missing_information",
    () => `No Georgia ASC rate is published for payment group ${paymentGroup} in locality ${locality} on ${sheet.day}.`,
  );
  return sheet.dollars("ga 4.6 step 3", sheet.figure("ASC rate", row, "rate"), {
    lead: `ASC rate for payment group (${paymentGroup}) in locality (${locality})`,
    shown: words``,
  });
}

/** The localities that a provider's county is assigned to, at any date (ga 4.6 step 1). */
export function localitiesOf(county: string | null, rates: Pick<RateData, "rows">): readonly LocalityRow[] {
  const folded = county === null ? "" : foldCounty(county);
  return folded === "" ? [] : rates.rows(ascLocalities, { county: folded });
}

/** ga E15 */
function withoutModifiers(modifier: string, assigned: LocalityRow | undefined, sheet: Sheet): NoRate {
  const unmodified = { parameter: "modifier", value: "", why: "ASC payment groups have no modifiers" };
  return sheet.noRate(
    "not_for_request",
    `Georgia publishes ASC payment groups without modifiers; no rate row matches modifier ${modifier}.`,
    { remedy: assigned === undefined ? [] : [unmodified] },
  );
}

/** ga E16 */
function noLocality(county: string | null, localities: readonly LocalityRow[], sheet: Sheet): NoRate {
  const message = `Provider county ${county ?? "(none)"} is not assigned to a Georgia ASC locality on ${sheet.day}.`;
  const searched = { table: ascLocalities, key: { county } };
  return localities.length === 0
    ? sheet.noRate("no_provider_rate", message, { searched })
    : sheet.noRate("not_in_force", message, { searched, nearest: nearestPeriod(localities, sheet.day) });
}
