import type { Contract } from "./generated/contract.ts";
import { RATE_PATHS, SETTINGS } from "./generated/service.ts";

/** The states that the client knows: "ca", "fl" and so on. */
export type StateCode = keyof Contract;

/** The settings of a state: "outpatient", "inpatient". */
export type SettingOf<State extends StateCode> = keyof Contract[State]["settings"] & string;

/** The request or an answer of a lookup, by its name in the contract. */
export type LookupPart<
  State extends StateCode,
  Setting extends SettingOf<State>,
  Part extends string,
> = Contract[State]["settings"][Setting] extends { readonly [Name in Part]: infer Type } ? Type : never;

type Answers<State extends StateCode, Setting extends SettingOf<State>> = LookupPart<State, Setting, "answers">;

/** The request for a kind of answer about a lookup. */
export type RequestFor<State extends StateCode, Setting extends SettingOf<State>, Name extends string> =
  Answers<State, Setting> extends { readonly [Kind in Name]: { readonly request: infer Request } } ? Request : never;

/** The answer of a kind about a lookup. */
export type AnswerTo<State extends StateCode, Setting extends SettingOf<State>, Name extends string> =
  Answers<State, Setting> extends { readonly [Kind in Name]: { readonly answer: infer Answer } } ? Answer : never;

/** The path of a state; refuses an unknown state, since types may be unchecked. */
export function statePath(state: string): string {
  if (Object.hasOwn(SETTINGS, state)) return `/${state}`;
  throw new TypeError(`state "${state}" is not valid: expected one of ${Object.keys(SETTINGS).join(", ")}.`);
}

export function ratePath(state: StateCode, setting: string): string {
  const path = statePath(state);
  const settings: readonly string[] = SETTINGS[state];
  if (settings.includes(setting)) return `${path}${RATE_PATHS[setting as keyof typeof RATE_PATHS]}`;
  throw new TypeError(`setting "${setting}" is not valid: expected one of ${settings.join(", ")}.`);
}
