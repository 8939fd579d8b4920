import type { Fault } from "./generated/openapi.ts";

/** A request as sent: flat, of values with the same meaning in a query string and in JSON. */
export type Fields = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Errors in a request that the service could not see: JSON has no NaN and would turn it into "absent". */
export function faultsOf(request: unknown): readonly Fault[] {
  if (typeof request !== "object" || request === null || Array.isArray(request)) {
    return [fault("request", "The request is not valid: expected an object with a field for each parameter.")];
  }
  return Object.entries(request).flatMap(([field, value]) => faultOf(field, value) ?? []);
}

function faultOf(field: string, value: unknown): Fault | null {
  if (field.toLowerCase() === "api_key") {
    return {
      ...fault(field, `${field} is not a parameter: the key is an option of the client.`),
      code: "unknown_parameter",
    };
  }
  switch (typeof value) {
    case "string":
    case "boolean":
    case "undefined":
      return null;
    case "number":
      return Number.isFinite(value) ? null : fault(field, `${field} ${value} is not valid: expected a finite number.`);
    default:
      // The value is not quoted: its field may be private.
      return value === null
        ? null
        : fault(field, `${field} is not valid: expected a text, a number, true, false or null.`);
  }
}

export function fault(field: string, message: string): Fault {
  return { field, code: "invalid_parameter", message };
}

/** The query string of a request; null and undefined count as absent. */
export function queryText(request: Fields): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(request)) {
    if (value !== null && value !== undefined) query.append(name, String(value));
  }
  return query.toString();
}
