import { onlyInForce, sharedPeriod } from "../../../calendar/period.ts";
import type { RateData } from "../../../dataset/rate-data.ts";
import { formula, Worksheet } from "../../../worksheet/worksheet.ts";
import { localitiesOf } from "../asc-locality.ts";
import { noRateOnDay } from "../failures.ts";
import { ascProcedures, ascRates, type Provider } from "../tables.ts";
import type { Finding } from "./finding.ts";
import type { OutpatientRequest } from "./request.ts";

/** The rate of the code's payment group in the locality of the center's county (ga 4.6). */
export function ascPrice(request: OutpatientRequest, { county }: Provider, data: RateData): Finding {
  const {
    billingCode: { code },
    dateOfService: day,
    modifier,
  } = request;
  const published = data.rows(ascProcedures, code);
  const procedure = onlyInForce(published, day);
  const locality = onlyInForce(localitiesOf(county, data), day);
  const asc = { paymentGroup: procedure?.paymentGroup ?? null, locality: locality?.locality ?? null };
  const fails = (message: string): Finding => ({ kind: "failed", message, serviceCategory: "asc", asc });

  if (published.length === 0) return fails(`Code ${code} is not on the Georgia ASC procedure list.`);
  if (procedure === undefined) return fails(noRateOnDay(code, day, published));
  if (modifier !== null) {
    return fails(`Georgia publishes ASC payment groups without modifiers; no rate row matches modifier ${modifier}.`);
  }
  if (locality === undefined) {
    return fails(`Provider county ${county ?? "(none)"} is not assigned to a Georgia ASC locality on ${day}.`);
  }

  const { paymentGroup } = procedure;
  const rate = onlyInForce(data.rows(ascRates, paymentGroup, locality.locality), day);
  if (rate === undefined) {
    return fails(
      `No Georgia ASC rate is published for payment group ${paymentGroup} in locality ${locality.locality} on ${day}.`,
    );
  }

  const sheet = new Worksheet();
  const payment = sheet.step(
    formula`ASC rate for payment group (${paymentGroup}) in locality (${locality.locality})`,
    rate.rate,
  );
  const period = sharedPeriod(procedure.period, locality.period, rate.period);
  return { kind: "priced", serviceCategory: "asc", payment, method: sheet.line, period, asc };
}
