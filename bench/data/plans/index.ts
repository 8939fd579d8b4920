import type { StatePlan } from "../plan.ts";
import { california } from "./ca.ts";
import { florida } from "./fl.ts";
import { georgia } from "./ga.ts";
import { newYork } from "./ny.ts";

export const plans: readonly StatePlan[] = [california, florida, newYork, georgia];
