import type { State } from "../pricing/state/state.ts";
import { california } from "./ca/index.ts";
import { florida } from "./fl/index.ts";
import { georgia } from "./ga/index.ts";
import { newYork } from "./ny/index.ts";

/** Every state of this service: a new one is its folder and a line here. */
export const states: readonly State[] = [california, florida, newYork, georgia];
