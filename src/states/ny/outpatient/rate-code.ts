import { compareText } from "../../../core/text/order.ts";
import type { Remedy } from "../../../pricing/no-rate.ts";
import type { Sheet } from "../../../pricing/sheet.ts";
import { follow, type Routes, type RoutesTo, routesOf, supportedCodes } from "../routes.ts";
import type { RoutingKindName } from "../routing.ts";
import { routing } from "../tables.ts";
import type { HospitalApgColumn, PeerGroup } from "../values.ts";

/** The rate codes of one kind of provider. */
interface RateCodes<Target extends string> {
  readonly kind: RoutingKindName;
  readonly routes: (routes: Routes) => RoutesTo<Target>;
  /** What a code that is not among them is not. */
  readonly what: string;
}

/** ny 4.3 step 2 */
export const HOSPITAL_RATE_CODES: RateCodes<HospitalApgColumn> = {
  kind: "hospital_rate_code",
  routes: ({ hospitalRateCode }) => hospitalRateCode,
  what: "a hospital APG rate code",
};

/** ny 4.4 step 2 */
export const CLINIC_RATE_CODES: RateCodes<PeerGroup> = {
  kind: "dtc_rate_code",
  routes: ({ dtcRateCode }) => dtcRateCode,
  what: "a clinic or ambulatory surgery APG rate code",
};

/** Where a rate code leads; ends the calculation when it is not routed. `paid` knows which targets would give a price. */
export function routedFrom<Target extends string>(
  rateCode: string,
  codes: RateCodes<Target>,
  paid: () => readonly Target[],
  sheet: Sheet,
): Target {
  const routes = codes.routes(sheet.derived(routesOf));
  const target = follow(routes, rateCode, sheet);
  if (target !== undefined) return target;

  const remedy = rateCodesTo(paid(), codes, sheet);
  sheet.those(
    sheet.rows(routing, { kind: codes.kind }),
    ({ code }) => code === rateCode,
    ({ code }) => `another rate code, ${code}`,
  );
  throw sheet.noRate(
    "not_for_request",
    `Rate code ${rateCode} is not ${codes.what}; supported: ${supportedCodes(routes)}.`,
    { remedy },
  );
}

/** Notes which rate code a default stands for; a target that no code leads to stands for itself. */
export function assumeRateCode<Target extends string>(
  target: Target,
  codes: RateCodes<Target>,
  reason: string,
  sheet: Sheet,
): void {
  let assumed: string = target;
  for (const [code, route] of codes.routes(sheet.derived(routesOf))) {
    if (route.target !== target) continue;
    assumed = code;
    break;
  }
  sheet.assume("rate_code", assumed, reason);
}

/** The rate codes that lead to some targets, ascending as messages list them. */
export function rateCodesTo<Target extends string>(
  targets: readonly Target[],
  codes: RateCodes<Target>,
  sheet: Sheet,
): readonly Remedy[] {
  const remedies: Remedy[] = [];
  for (const [value, { target }] of codes.routes(sheet.derived(routesOf))) {
    if (targets.includes(target)) remedies.push({ parameter: "rate_code", value, why: `leads to ${target}` });
  }
  return remedies.sort((a, b) => compareText(a.value, b.value));
}
