import type { Intake } from "../../../../imports/declaring/intake.ts";
import { RATE_KINDS, RATE_NAMES, type RateLegends, SERVICE_TYPE_LEGENDS } from "./legends.ts";
import type { PublishedRate } from "./published-rate.ts";
import type { Variant } from "./variant.ts";

/** Tells the report in what a code is priced otherwise than most of its indicator, and what was settled for it. */
export function tellVariant(rate: PublishedRate, variant: Variant, legends: RateLegends, intake: Intake): void {
  const { marks, factors, published } = variant;
  const { code, procedureType, printed } = rate;
  const tell = (title: string) => intake.find({ title, example: `${code} ${procedureType}` });

  if (marks.lacking.some((kind) => printed[kind] === null)) {
    tell('codes without a rate that others of their Conv Ind have; their indicator is marked, such as "7 no ER"');
  }
  if (marks.isFixed) {
    tell('Basic Rates without a unit value; taken as fixed prices, their indicator is marked, such as "7 fixed"');
  }
  for (const kind of marks.own.keys()) {
    tell(
      `${RATE_NAMES[kind]}s that do not come of the factor of their Conv Ind; taken with a factor of their own, their indicator is marked, such as "31 child 12.333"`,
    );
  }
  if (printed.basic === null && factors.basic !== null) {
    tell("unit values without a printed Basic Rate: lookups give unit value x factor all the same");
  }
  for (const kind of RATE_KINDS) {
    if (kind === "basic" || factors[kind] === null || legends.serviceTypes[kind].has(published)) continue;
    tell(
      `${RATE_NAMES[kind]}s of Conv Ind ${published}, which is not in the legend ${SERVICE_TYPE_LEGENDS[kind]}: taken with the service type of its Basic Rates`,
    );
  }
}
