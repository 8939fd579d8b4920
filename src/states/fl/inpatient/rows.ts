import type { Day } from "../../../core/calendar/day.ts";
import { onlyInForce } from "../../../core/calendar/period.ts";
import type { RateData } from "../../../dataset/table.ts";
import type { NoRate } from "../../../pricing/no-rate.ts";
import { type AprDrgRequest, SEVERITIES } from "../../../pricing/request/kinds.ts";
import type { Sheet } from "../../../pricing/sheet.ts";
import { noneInForce } from "../failures.ts";
import { type DrgRate, type DrgWeight, drgRates, drgWeights, type Provider } from "../tables.ts";

/** The code in messages: padded, with its severity when one was sent (fl 5.1). */
function codeText({ drg, soi }: AprDrgRequest): string {
  return soi === null ? `APR-DRG ${drg}` : `APR-DRG ${drg}-${soi}`;
}

/** The severities of a DRG that have a weight on a day, ascending (fl 5.1). */
export function severitiesInForce(drg: string, data: RateData, day: Day): readonly number[] {
  return SEVERITIES.filter((soi) => onlyInForce(data.rows(drgWeights, { drg, soi }), day) !== undefined);
}

/** The weight of a severity; null stands for a code of which none is in force (fl 5.2 step 2). */
export function drgWeightOf(billingCode: AprDrgRequest, severity: number | null, sheet: Sheet): DrgWeight {
  const { drg } = billingCode;
  const rows = (severity === null ? SEVERITIES : [severity]).flatMap((soi) => sheet.rows(drgWeights, { drg, soi }));
  if (rows.length === 0) throw notPublished(billingCode, sheet);
  // Some are published, so one of them is nearest.
  return sheet.only(rows, "code_not_listed", (nearest) =>
    noneInForce(codeText(billingCode), sheet.day, nearest as string),
  );
}

/** G3 */
function notPublished(billingCode: AprDrgRequest, sheet: Sheet): NoRate {
  const others = sheet.derived((data) => severitiesInForce(billingCode.drg, data, sheet.day));
  return sheet.noRate("code_not_listed", `${codeText(billingCode)} has no published Florida weight.`, {
    remedy: others.map((soi) => ({
      parameter: "billing_code",
      value: `${billingCode.drg}-${soi}`,
      why: "a severity of the APR-DRG that has a weight",
    })),
  });
}

/** fl 5.2 step 3 */
export function drgRateOf({ providerName, stateProviderId }: Provider, sheet: Sheet): DrgRate {
  const rows = stateProviderId === null ? [] : sheet.rows(drgRates, { stateProviderId });
  return sheet.only(rows, "no_provider_rate", (nearest) =>
    nearest === null
      ? `${providerName} has no Florida DRG rates.`
      : noneInForce(`DRG rates of ${providerName}`, sheet.day, nearest),
  );
}
