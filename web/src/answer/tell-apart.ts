import { codeWithSeverity } from "../../../src/answers/explanation/result-words.ts";
import type { Result } from "../../../src/pricing/result.ts";
import type { Lookup } from "../look-up/lookup.ts";

/** Columns beside the price that results of one lookup are told apart by; more than these would have to be scrolled. */
const COLUMNS_MAX = 4;

/** Fields that every result has and that name what was priced. */
const NAMING = ["provider_name", "npi", "state_provider_id", "billing_code", "billing_code_description", "city"];

/** The fields by which results differ: those that name them, then whatever can be asked for. */
export function distinguishing(results: readonly Result[], { setting }: Lookup): readonly string[] {
  const names = new Set(NAMING.concat(setting.parameters.map(({ name }) => name)));
  for (const { name } of setting.parameters) names.add(`${name}_used`);
  const fields = [...NAMING, ...Object.keys(results[0] ?? {}).filter((field) => !NAMING.includes(field))];
  const differing = fields.filter((field) => new Set(results.map((result) => fieldText(result, field))).size > 1);
  const known = differing.filter((field) => names.has(field));
  // Should nothing of that differ, whatever does, except the price that stands beside it.
  const chosen = known.length > 0 ? known : differing.filter((field) => !field.startsWith("payment_"));
  return chosen.slice(0, COLUMNS_MAX);
}

/** A field of a result as a cell; the code with the severity that was priced, where none was sent. */
export function fieldText(result: Result, field: string): string {
  if (field === "billing_code" && result.billing_code) return codeWithSeverity(result);
  const value = result[field];
  return value === null || value === undefined ? "" : Array.isArray(value) ? value.join("; ") : String(value);
}

/**
 * What to send so that a result is the only one: an identifier of its provider that no other result has, in place of those
 * that were sent, or the code with its severity. Null when neither tells it apart.
 */
export function narrowed(
  result: Result,
  results: readonly Result[],
  { setting, fields }: Lookup,
): Readonly<Record<string, string | null>> | null {
  const isOwn = (name: string) => {
    const value = fieldText(result, name);
    return (
      value !== "" && fields[name] !== value && results.filter((each) => fieldText(each, name) === value).length === 1
    );
  };
  const identifiers = setting.parameters.filter((each) => each.identifies_provider).map(({ name }) => name);
  const own = identifiers.find(isOwn);
  if (own === undefined) return isOwn("billing_code") ? { billing_code: fieldText(result, "billing_code") } : null;
  const others = identifiers.filter((name) => name in fields).map((name) => [name, null]);
  return { ...Object.fromEntries(others), [own]: fieldText(result, own) };
}
