import { factor } from "../money/factor.ts";
import { constant, type Figure, type Operation } from "./calculation.ts";
import { minus, over, plus } from "./operation.ts";

/**
 * How many units of time some minutes are, any part of a unit counting as one. Rounding up is rounding half-up of what is
 * half a unit, less half a minute, more: both figures are whole numbers.
 */
export function begunUnits(section: string, minutes: Figure, minutesPerUnit: Figure): Operation {
  const one = constant(section, factor("1"), "units");
  const two = constant(section, factor("2"));
  return over(plus(minutes, over(minus(minutesPerUnit, one), two)), minutesPerUnit);
}
