import type { paths } from "./generated/openapi.ts";
import { type IDENTIFIERS, SETTINGS } from "./generated/service.ts";

/** The states that the client knows: "ca", "fl" and so on. */
export type StateCode = keyof typeof SETTINGS;

/** The settings of a state: "outpatient", "inpatient". */
export type SettingOf<State extends StateCode> = (typeof SETTINGS)[State][number];

/** The path of a lookup; `Suffix` is the rest of the path of a further answer about it, such as "/explain". */
type LookupPath<
  State extends StateCode,
  Setting extends string,
  Suffix extends string = "",
> = `/${State}/${Setting}/rate${Suffix}`;

/** The parameters of a GET, as the service documents them. */
type Query<Path> = Path extends keyof paths
  ? paths[Path] extends { readonly get: { readonly parameters: { readonly query?: infer Sent } } }
    ? NonNullable<Sent>
    : never
  : never;

/** An item of a batch has the fields of the single lookup, as JSON has them: an amount may be a number there. */
type Item<Path extends string> = `${Path}/batch` extends infer Batch extends keyof paths
  ? paths[Batch] extends {
      readonly post: {
        readonly requestBody: {
          readonly content: { readonly "application/json": { readonly requests: readonly (infer Sent)[] } };
        };
      };
    }
    ? Sent
    : never
  : never;

/** Fields that may be absent may be null or undefined too. */
type Fields<Sent, Known = object> = {
  readonly [Name in keyof Sent]:
    | (Name extends keyof Known ? Known[Name] : Sent[Name])
    | (Record<never, never> extends Pick<Sent, Name> ? null | undefined : never);
};

/** Fields of which some are alternatives: at least one of these must be there. */
type AtLeastOne<Sent, Alternatives> = [Alternatives] extends [never]
  ? Sent
  : Sent &
      {
        readonly [Name in keyof Sent & Alternatives]: { readonly [Given in Name]-?: NonNullable<Sent[Name]> };
      }[keyof Sent & Alternatives];

type IdentifiersAt<Path> = Path extends keyof typeof IDENTIFIERS ? (typeof IDENTIFIERS)[Path][number] : never;

/** The request of a GET. */
export type RequestAt<Path extends string> = Fields<Query<Path>>;

/** The answer to a GET. */
export type AnswerAt<Path extends string> = Path extends keyof paths
  ? paths[Path] extends {
      readonly get: {
        readonly responses: { readonly 200: { readonly content: { readonly "application/json": infer Answer } } };
      };
    }
    ? Answer
    : never
  : never;

/** The request for an answer about a lookup: `RequestFor<"ca", "outpatient">`, `RequestFor<"ca", "outpatient", "/history">`. */
export type RequestFor<
  State extends StateCode,
  Setting extends SettingOf<State>,
  Suffix extends string = "",
> = AtLeastOne<
  Fields<Query<LookupPath<State, Setting, Suffix>>, Item<LookupPath<State, Setting>>>,
  IdentifiersAt<LookupPath<State, Setting, Suffix>>
>;

/** An answer about a lookup. */
export type AnswerTo<State extends StateCode, Setting extends SettingOf<State>, Suffix extends string = ""> = AnswerAt<
  LookupPath<State, Setting, Suffix>
>;

/** One result of a lookup. */
export type ResultOf<State extends StateCode, Setting extends SettingOf<State>> =
  AnswerTo<State, Setting> extends readonly (infer Result)[] ? Result : never;

/** The path of a state; refuses an unknown state, since types may be unchecked. */
export function statePath(state: string): string {
  if (Object.hasOwn(SETTINGS, state)) return `/${state}`;
  throw new TypeError(`state "${state}" is not valid: expected one of ${Object.keys(SETTINGS).join(", ")}.`);
}

export function ratePath(state: StateCode, setting: string): string {
  const path = statePath(state);
  const settings: readonly string[] = SETTINGS[state];
  if (settings.includes(setting)) return `${path}/${setting}/rate`;
  throw new TypeError(`setting "${setting}" is not valid: expected one of ${settings.join(", ")}.`);
}
