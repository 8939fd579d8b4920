import type { Json } from "../../src/core/schema/schema.ts";
import { referredTo } from "./type-text.ts";

/** The components that a schema refers to anywhere within it, in the order in which it does. */
export function referencesIn(schema: unknown): readonly string[] {
  if (Array.isArray(schema)) return schema.flatMap(referencesIn);
  if (typeof schema !== "object" || schema === null) return [];
  const reference = referredTo(schema as Json);
  return reference === null ? Object.values(schema).flatMap(referencesIn) : [reference];
}

/** Those, and the components that these refer to in their turn. */
export function reachedFrom(schema: unknown, components: Json): ReadonlySet<string> {
  const reached = new Set<string>();
  const ahead = [...referencesIn(schema)];
  for (let name = ahead.pop(); name !== undefined; name = ahead.pop()) {
    if (reached.has(name)) continue;
    reached.add(name);
    ahead.push(...referencesIn(components[name]));
  }
  return reached;
}
