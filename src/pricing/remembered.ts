import type { Day } from "../calendar/day.ts";
import type { RateData } from "../dataset/rate-data.ts";
import { RecentlyUsedKeys } from "../dataset/recently-used-keys.ts";
import { recordMaker, recordReader } from "../memory/records.ts";
import { oncePerRelease } from "./once-per-release.ts";
import type { UnchangedDays } from "./unchanged-days.ts";
import { WatchedData } from "./watched-data.ts";

/** Claims whose outcomes are kept per rule and release: the codes and provider types of a busy day. */
const CLAIMS_KEPT_MAX = 10_000;

/** What keys are made of: two objects that look alike would be two keys. */
type KeyPart = string | number | boolean | null;

/** The inputs that can be parts of a key. */
type PartName<Inputs> = {
  [Name in keyof Inputs & string]: Inputs[Name] extends KeyPart ? Name : never;
}[keyof Inputs & string];

/** The inputs that are parts of the key. */
type ClaimOf<Inputs, Key extends readonly PartName<Inputs>[]> = Readonly<Pick<Inputs, Key[number]>>;

interface Rule<Inputs, Key extends readonly PartName<Inputs>[], Outcome> {
  /** The names of everything that the rule looks at besides the data and the day: first what has the fewest values. */
  readonly key: Key;
  /**
   * Is handed a claim made of the key alone, so that what is not part of the key cannot decide. It reads everything
   * else from the data that it is given: what it has read decides how long its outcome lasts.
   */
  readonly workOut: (data: RateData, claim: ClaimOf<Inputs, Key>, day: Day) => Outcome;
  /** Whether an outcome is the same on the next day; one that mentions its day is not. */
  readonly isLasting: (outcome: Outcome) => boolean;
}

/** What a claim pays, and the days on which it does. */
interface Lasting<Outcome> {
  readonly days: UnchangedDays;
  readonly outcome: Outcome;
}

/**
 * A pure rule that remembers its outcomes (is memoised) as long as a release is open. Claims repeat: what a code pays a
 * type of provider changes neither with the provider's name nor from one day to the next, only where a row that the
 * rule has read begins or ends.
 */
export function remembered<Inputs, Key extends readonly PartName<Inputs>[], Outcome>({
  key: names,
  workOut,
  isLasting,
}: Rule<Inputs, Key, Outcome>): (data: RateData, claim: ClaimOf<Inputs, Key>, day: Day) => Outcome {
  const claimsOf = oncePerRelease(() => new RecentlyUsedKeys<Lasting<Outcome>[]>(CLAIMS_KEPT_MAX));
  const keyOf = recordReader<Key[number]>(names);
  const claimOf = recordMaker(names) as (key: readonly unknown[]) => ClaimOf<Inputs, Key>;
  return (data, claim, day) => {
    const claims = claimsOf(data);
    const key = keyOf(claim);
    const known = claims.get(key);
    const lasting = known?.find(({ days }) => days.include(day));
    if (lasting !== undefined) return lasting.outcome;

    const watched = new WatchedData(data, day);
    const outcome = workOut(watched, claimOf(key), day);
    if (!isLasting(outcome)) return outcome;
    const added = { days: watched.unchanged, outcome };
    if (known === undefined) claims.set(key, [added]);
    else known.push(added);
    return outcome;
  };
}
