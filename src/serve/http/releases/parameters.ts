import { LISTED_MAX } from "../../../diff/wire.ts";
import { choice, defaulting, text, wholeNumber } from "../../../pricing/request/kinds.ts";
import { requestReader } from "../../../pricing/request/read.ts";
import type { State } from "../../../pricing/state/state.ts";

const PAGE_DEFAULT = 100;
const PAGE_MAX = 1_000;

/** A release by its version or by its hash. */
const NAMING = "its version, or at least the first 12 characters of its content hash.";

/** More than the changes of all tables together that are kept. */
const OFFSET_MAX = 1_000 * LISTED_MAX;

/** The parameters of GET /releases/diff. */
export function diffParameters(states: readonly State[]) {
  return {
    from: text({
      description: `The earlier release: ${NAMING} When absent: the first of GET /releases that is neither in service nor the later one.`,
    }),
    to: text({ description: `The later release: ${NAMING} When absent: the one in service.` }),
    state: choice(
      states.map(({ code }) => code),
      { description: "Changes of one state alone, by its code; all states of the key when absent." },
    ),
    table: text({ description: "Changes of one table alone, such as ca/outpatient_rates." }),
    limit: defaulting(
      wholeNumber({ min: 1, max: PAGE_MAX }, { description: "At most this many changes." }),
      PAGE_DEFAULT,
    ),
    offset: defaulting(wholeNumber({ min: 0, max: OFFSET_MAX }, { description: "Leaves out the first so many." }), 0),
  };
}

/** GET /releases has none. */
export const listReader = requestReader({});
