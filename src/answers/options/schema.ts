import {
  array,
  boolean,
  choice,
  integer,
  named,
  nullableBoolean,
  nullableString,
  object,
  plainValue,
  string,
  type ValueOf,
} from "../../core/schema/schema.ts";
import { PARAMETER_KINDS } from "../../pricing/request/parameter.ts";

const triedValue = named(
  "TriedValue",
  object("A value, and what the lookup comes to with it", {
    value: plainValue("The value, as a batch item carries it; null: not sent."),
    rate_found: boolean("Of the first result."),
    payment_rate: nullableString("Of the first result; null where there is none."),
    difference: nullableString(
      "The first result's payment_rate less that of the lookup as sent, exactly; null where either has none.",
    ),
    made_up: nullableBoolean(
      "Whether the first result's payment_rate rests on a made-up figure; null without one, and where the dataset does not say.",
    ),
    results: integer("How many results the lookup has with it."),
    differs: boolean(
      "Whether any result, place by place, has another payment_rate, payment_rate_type or reason for having none.",
    ),
  }),
);

const option = named(
  "Option",
  object("A parameter that may be sent", {
    parameter: string("Its name."),
    description: string("The description."),
    type: choice(PARAMETER_KINDS, "What kind of value it takes."),
    sent: plainValue("The value that was sent; null: none."),
    assumed: plainValue("What the first result assumes in its place, as the explanation says; null where nothing is."),
    matters: nullableBoolean(
      "Whether any value that was tried changes a result. Null: not known, since some were not tried.",
    ),
    values: array(triedValue, "The values that were tried; of counts and dollars those that differ."),
  }),
);

const options = named(
  "Options",
  object("What else could be sent, and what it would do to the price", {
    rate_found: boolean("Of the first result of the lookup as sent."),
    payment_rate: nullableString("Of the same; null where there is none."),
    parameters: array(option, "In the order of the parameters."),
    complete: boolean("False where the provider has so many records that not every value was tried."),
  }),
);

/** Options are alike in all states: they contain no results of a lookup. */
export function optionsSchema() {
  return options;
}

export type Options = ValueOf<typeof options>;
export type Option = ValueOf<typeof option>;
export type TriedValue = ValueOf<typeof triedValue>;
/** The effect of another value, compared with the lookup as sent. */
export type Effect = Omit<TriedValue, "value" | "made_up">;
