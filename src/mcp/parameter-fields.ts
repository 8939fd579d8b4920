import type { Day } from "../calendar/day.ts";
import type { Parameters } from "../request/parameter.ts";
import { type RequestFault, type RequestFields, requestReader } from "../request/read.ts";
import type { QueryFields } from "./backend.ts";

type ReadFields =
  | { readonly ok: true; readonly fields: QueryFields }
  | { readonly ok: false; readonly faults: readonly RequestFault[] };

/**
 * The parameters that an agent sends as JSON, as the text of a query. Numbers and booleans are held against the declaration
 * first, as those of a batch are: a code that comes as a number may have lost its zeros.
 */
export function readFields(sent: RequestFields, parameters: Parameters, today: Day): ReadFields {
  const reader = requestReader(parameters);
  const given = Object.entries(sent).filter(([, value]) => value !== null && value !== undefined);
  const fields: QueryFields = Object.fromEntries(given.map(([name, value]) => [name, String(scalar(value))]));
  const notTexts = Object.fromEntries(given.filter(([, value]) => typeof value !== "string"));
  const asJson = reader.fromItem(notTexts, { today });
  const refused = asJson.ok ? [] : asJson.faults.filter(({ code }) => code === "invalid_parameter");
  if (refused.length === 0) return { ok: true, fields };
  // Whoever answers reads the rest; a call that goes no further is told all of it here.
  const asText = reader.fromQuery(fields, { today });
  const others = asText.ok ? [] : asText.faults.filter(({ field }) => !refused.some((fault) => fault.field === field));
  return { ok: false, faults: [...refused, ...others] };
}

/** A list or an object is refused where it is a parameter's, and has no text where it is nobody's. */
function scalar(value: unknown): unknown {
  return typeof value === "object" ? "" : value;
}
