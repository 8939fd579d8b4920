import { arithmetic } from "./arithmetic.ts";
import { methods, money } from "./calls.ts";
import { comparison } from "./comparison.ts";
import { texts, values } from "./literals.ts";
import { chains, conditions, logic } from "./logic.ts";
import { fields } from "./objects.ts";
import type { Operator } from "./operator.ts";
import { removal, returns } from "./statements.ts";

/** The ways to break a rule that a test should notice, by the name that a report gives them. */
export const operators: Readonly<Record<string, Operator>> = {
  comparison,
  logic,
  conditions,
  chains,
  arithmetic,
  values,
  texts,
  methods,
  money,
  removal,
  returns,
  fields,
};
