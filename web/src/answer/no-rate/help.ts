import type { ExplainedNoRate } from "../../../../src/answers/explanation/schema.ts";
import type { CatalogueSetting } from "../../api/catalogue.ts";
import { dayText, periodText } from "../../words/day.ts";
import { labelOf } from "../../words/name.ts";

/** Something to do about a lookup without a price. */
interface Help {
  readonly parameter: string;
  /** What to send; empty: nothing; null: only the person knows. */
  readonly value: string | null;
  /** What the button says. */
  readonly label: string;
  readonly why: string;
}

/** The remedies of the explanation, and the nearest published period where none of them is a day. */
export function helpOf({ remedy, nearest, sought }: ExplainedNoRate, setting: CatalogueSetting): readonly Help[] {
  const day = setting.day_parameter;
  const told = remedy.map(({ parameter, value, why }) => ({
    parameter,
    value,
    label: labelFor(parameter, value, parameter === day),
    why,
  }));
  if (nearest === null || remedy.some(({ parameter }) => parameter === day)) return told;
  // Of a period that is over, its last day is the nearest; of one that is to come, its first.
  const value = nearest.end !== null && nearest.end < sought.date ? nearest.end : nearest.start;
  const why = `the nearest published period: ${periodText(nearest.start, nearest.end)}`;
  return [...told, { parameter: day, value, label: labelFor(day, value, true), why }];
}

function labelFor(parameter: string, value: string | null, isDay: boolean): string {
  const name = labelOf(parameter);
  // Not what is capitals throughout, such as NPI.
  const within = /^[A-Z][a-z]/.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name;
  if (value === null) return `Fill in ${within}`;
  if (value === "") return `Leave out ${within}`;
  return isDay ? `Look at ${dayText(value)}` : `${name}: ${value}`;
}
