import { states } from "../../src/states/index.ts";

/** The states as messages list them: `ca, fl`. */
export const KNOWN_STATES = states.map(({ code }) => code).join(", ");
