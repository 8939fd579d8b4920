import { modifierMeaning, modifierText } from "../../../src/reprice/values/modifiers.ts";
import type { CatalogueSetting, CatalogueState } from "../api/ready.ts";
import { labelOf, valueText } from "../words/names.ts";

/*
 * The modifier behind a typed code, with the meaning that repricing gives it: one that informs is left out, and the page says so.
 * One that may change the payment is never left out without a choice of the reader.
 */

/** The parameter for a modifier, by the contract's name. */
export const MODIFIER = "modifier";

/** Where a code is looked up. */
export interface Place {
  readonly state: Pick<CatalogueState, "name" | "program">;
  readonly setting: CatalogueSetting;
}

/** What becomes of a modifier. */
export type ModifierUse =
  /** It is sent with the code: it has a rate, or may have one. */
  | { readonly kind: "sent" }
  | { readonly kind: "leftOut"; readonly note: string }
  /** `instead`: the parameter that it stands for here. */
  | { readonly kind: "refused"; readonly reason: string; readonly instead: StandsFor | null };

interface StandsFor {
  readonly parameter: string;
  readonly value: string;
  /** "Procedure type Assistant Surgeon" */
  readonly text: string;
}

export function modifierUse(modifier: string, { state, setting }: Place): ModifierUse {
  const sets = setting.modifier_parameters.find((each) => each.modifier === modifier);
  if (sets !== undefined) {
    const text = `${labelOf(sets.parameter)} ${valueText(sets.value)}`;
    const reason = `Modifier ${modifier} has no rate by itself in ${state.name}: it stands for ${text}.`;
    return { kind: "refused", reason, instead: { ...sets, text } };
  }
  const listed = setting.parameters.find(({ name }) => name === MODIFIER)?.schema.enum;
  // Where any modifier is taken, only the answer knows whether a rate is published with this one.
  if (!Array.isArray(listed) || listed.includes(modifier)) return { kind: "sent" };
  if (modifierMeaning(modifier) === "informs") return { kind: "leftOut", note: leftOutNote(modifier, state) };
  const effect = modifierMeaning(modifier) === null ? "may change the payment" : "changes the payment";
  const reason = `Modifier ${modifierText(modifier)} ${effect}, and ${state.name} has no rate with it.`;
  return { kind: "refused", reason, instead: null };
}

/** The fields of a lookup without a modifier that informs and has no rate in the state, and a note of it. */
export function withoutIdleModifier<Fields extends Readonly<Record<string, string>>>(
  fields: Fields,
  place: Place,
): { readonly fields: Fields | Omit<Fields, typeof MODIFIER>; readonly leftOut: string | null } {
  const { [MODIFIER]: modifier, ...others } = fields;
  const use = modifier === undefined ? null : modifierUse(modifier.toUpperCase(), place);
  return use?.kind === "leftOut" ? { fields: others, leftOut: use.note } : { fields, leftOut: null };
}

/** Whether a modifier does not change the payment where no rate is published with it. */
export function isInformational(modifier: string): boolean {
  return modifierMeaning(modifier) === "informs";
}

/** "Modifier 25 does not change the Medi-Cal rate and was left out." */
export function leftOutNote(modifier: string, { program }: Pick<CatalogueState, "program">): string {
  return `Modifier ${modifier} does not change the ${program} rate and was left out.`;
}
