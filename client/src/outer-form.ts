import type { IsWhole } from "./connection.ts";

export function isFilledList(json: unknown): boolean {
  return Array.isArray(json) && json.length > 0;
}

/** Whether it is an object with lists of these names. */
export function has(...lists: readonly string[]): IsWhole {
  return (json) =>
    typeof json === "object" && json !== null && lists.every((name) => Array.isArray(Reflect.get(json, name)));
}
