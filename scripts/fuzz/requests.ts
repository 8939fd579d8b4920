import type { Sent } from "../fire/http.ts";
import type { Random } from "../fire/random.ts";
import { codesOf, providerValues } from "../fire/sample.ts";
import { nastyJson, nastyName, nastyText } from "./nasty-values.ts";
import type { Operation, QueryParameter } from "./openapi.ts";

type Fields = Record<string, unknown>;

/** What real values a state's lookups have, read once. */
type RealValues = (operation: Operation, parameter: string) => readonly string[];

/** Requests without a state have no providers and codes of their own. */
const STATE = /^[a-z]{2}$/;

export function realValues(): RealValues {
  const read = new Map<string, readonly string[]>();
  return ({ path }, parameter) => {
    const [, , , state = "", setting = ""] = path.split("/");
    if (!STATE.test(state)) return [];
    const key = `${state} ${setting} ${parameter}`;
    const known = read.get(key) ?? valuesOf(state, setting, parameter);
    read.set(key, known);
    return known;
  };
}

function valuesOf(state: string, setting: string, parameter: string): readonly string[] {
  if (parameter === "billing_code") return codesOf(state, setting);
  return providerValues(state, parameter);
}

/** A request that the document allows. */
export function validFields(operation: Operation, real: RealValues, random: Random): Fields {
  const fields: Fields = operation.examples.length > 0 ? { ...random.pick(operation.examples) } : {};
  for (const parameter of operation.parameters) {
    if (!random.chance(parameter.name in fields ? 0.5 : 0.15)) continue;
    const value = validValue(operation, parameter, real, random);
    if (value === undefined) continue;
    fields[parameter.name] = value;
    // Only figures that the price reads can be set; another price may read others.
    delete fields.set;
  }
  return fields;
}

function validValue(operation: Operation, { name, schema }: QueryParameter, real: RealValues, random: Random): unknown {
  const values = schema.enum as unknown as readonly unknown[] | undefined;
  if (values !== undefined) return random.pick(values);
  const type = String(Array.isArray(schema.type) ? schema.type[0] : schema.type);
  const asText = operation.method === "get";
  if (type === "boolean") return asText ? String(random.chance(0.5)) : random.chance(0.5);
  if (type === "integer") {
    const number = Number(schema.minimum ?? 0) + random.whole(50);
    return asText ? String(number) : number;
  }
  if (name === "reference_id") return `ref-${random.whole(1_000)}`;
  if (/_date$|^date(?:_|$)/.test(name)) return random.pick(["2026-10-01", "10/01/2025", "2024-02-29"]);
  if (/charges/.test(name)) return String(random.whole(1_000_000) / 100);
  const known = real(operation, name);
  return known.length > 0 ? random.pick(known) : undefined;
}

/** A request with some of its fields replaced, renamed, added or taken away. */
export function mutatedFields(operation: Operation, real: RealValues, random: Random): Fields {
  const fields = validFields(operation, real, random);
  for (let count = random.whole(3) + 1; count > 0; count -= 1) {
    const names = operation.parameters.map(({ name }) => name);
    const name = names.length === 0 || random.chance(0.15) ? nastyName(random) : random.pick(names);
    if (random.chance(0.1)) delete fields[name];
    else {
      const value = operation.method === "get" ? nastyText(random) : nastyJson(random);
      // As `JSON.parse` does it: `__proto__` becomes a field of its own.
      Object.defineProperty(fields, name, { value, enumerable: true, configurable: true, writable: true });
    }
  }
  return fields;
}

/** The request that carries some fields, as a GET or as the items of a batch. */
export function requestWith(operation: Operation, items: readonly Fields[], key: string): Sent {
  const headers = { authorization: `Bearer ${key}` };
  if (operation.method === "post") {
    const body = JSON.stringify({ requests: items });
    return { method: "POST", path: operation.path, headers: { ...headers, "content-type": "application/json" }, body };
  }
  const pairs = Object.entries(items[0] ?? {}).map(([name, value]) => `${encoded(name)}=${encoded(String(value))}`);
  const query = pairs.join("&");
  return { method: "GET", path: query === "" ? operation.path : `${operation.path}?${query}`, headers };
}

function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
