import { compare, product, withDecimals, ZERO } from "../../core/money/arithmetic.ts";
import { type Factor, factor, parseFactor } from "../../core/money/factor.ts";
import { CENTS_DECIMALS } from "../../core/money/money.ts";
import { quoted, Refusal } from "../../core/text/refusal.ts";
import type { PlanPrice } from "./schema.ts";

/** A plan that pays a multiple of the state's price. */
export interface PlanFactor {
  readonly plan: string;
  readonly factor: Factor;
}

/** More would make a list wider than anyone reads. */
export const PLANS_MAX = 20;

/** A plan's name: as long as a provider's in a registry. */
const NAME_CHARACTERS_MAX = 100;

const FACTOR_DECIMALS_MAX = 6;
const FACTOR_MAX = factor("100");

const FORM = "NAME=FACTOR, such as Plan A=1.05";

/** `Plan A=1.05`. The last equals sign ends the name. */
export function readPlanFactor(text: string): PlanFactor | Refusal {
  const at = text.lastIndexOf("=");
  const plan = text.slice(0, Math.max(at, 0)).trim();
  if (plan === "" || plan.length > NAME_CHARACTERS_MAX) {
    return new Refusal(`${FORM}, with a name of 1 to ${NAME_CHARACTERS_MAX} characters`);
  }
  // Headings of the template's wide form have pipes between their parts.
  if (/[|,\p{Cc}]/u.test(plan)) return new Refusal(`${FORM}, with a name without commas and pipes`);
  const value = parseFactor(text.slice(at + 1).trim());
  const isInRange = value !== null && compare(value, ZERO) > 0 && compare(value, FACTOR_MAX) <= 0;
  if (value === null || !isInRange || value.scale > FACTOR_DECIMALS_MAX) {
    return new Refusal(
      `${FORM}: a factor above 0 and at most ${FACTOR_MAX}, with at most ${FACTOR_DECIMALS_MAX} decimals`,
    );
  }
  return { plan, factor: value };
}

/** Several plans; a plan that stands there twice is refused. */
export function refusedPlans(plans: readonly PlanFactor[]): Refusal | null {
  if (plans.length > PLANS_MAX) return new Refusal(`at most ${PLANS_MAX} plans, but there are ${plans.length}`);
  const names = plans.map(({ plan }) => plan.toLowerCase());
  const twice = plans.find(({ plan }, place) => names.indexOf(plan.toLowerCase()) < place);
  return twice === undefined ? null : new Refusal(`each plan once, but ${quoted(twice.plan)} stands there twice`);
}

/** What a plan pays: the state's price times the factor, rounded half-up to cents, or to the price's own decimals if it has more. */
export function planPrice(
  { plan, factor: multiple }: PlanFactor,
  paymentRate: string | null,
  percent: string | null,
): PlanPrice {
  return {
    plan,
    factor: multiple.text,
    payment_rate: paymentRate === null ? null : multipleOf(factor(paymentRate), multiple).text,
    percent_of_charges: percent === null ? null : product(factor(percent), multiple).text,
  };
}

/** A multiple of a price, with as many decimals as the price. */
function multipleOf(price: Factor, multiple: Factor): Factor {
  return withDecimals(product(price, multiple), Math.max(CENTS_DECIMALS, price.scale));
}
