import { Refusal } from "../text/refusal.ts";

/** Far beyond what a server answers. */
export const LOOKUPS_PER_MINUTE_MAX = 1_000_000_000;

const NAME_LENGTH_MAX = 100;

/** Names are shown in tables, so they fit on a line. */
export function readKeyName(text: string): string | Refusal {
  const name = text.trim();
  const isShowable = name !== "" && name.length <= NAME_LENGTH_MAX && !/\p{Control}/u.test(name);
  return isShowable ? name : new Refusal(`a name of 1 to ${NAME_LENGTH_MAX} characters on one line`);
}
