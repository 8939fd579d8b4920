import type { Json } from "../../../core/schema/schema.ts";
import type { State } from "../../../pricing/state/state.ts";

export type { Json };

export function responseReference(name: string): Json {
  return { $ref: `#/components/responses/${name}` };
}

/** The name of a state's component: `CaOutpatientResult`. */
export function componentName(state: State, ...words: readonly string[]): string {
  return [state.code, ...words]
    .flatMap((word) => word.split("-"))
    .map(capitalised)
    .join("");
}

function capitalised(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
