import type { RateLookup } from "../../../pricing/lookup.ts";
import { UNITS } from "../column-words.ts";
import { cluesFor, countsClaims, type Likelihood, MAYBE } from "./clues.ts";
import type { ColumnContents } from "./column-contents.ts";
import { wordsIn } from "./heading-words.ts";

/** The columns that no heading names, and what is still looked for among them. */
interface Unnamed {
  readonly names: readonly string[];
  readonly contents: readonly ColumnContents[];
  /** The places of columns that may be guessed. */
  readonly free: readonly number[];
  /** What no column was recognised as. */
  readonly roles: readonly string[];
  readonly setting: RateLookup["setting"];
}

/** What columns are likely to be. A guess has no rival; rivals are a question; what merely fits is a proposal. */
export interface Guesses {
  readonly guessed: ReadonlyMap<string, number>;
  readonly rivals: ReadonlyMap<string, readonly number[]>;
  readonly proposals: ReadonlyMap<string, readonly number[]>;
  /** A column that counts the claims of its line, where nothing says how many units it has. */
  readonly counting: number | null;
}

export const NO_GUESSES: Guesses = { guessed: new Map(), rivals: new Map(), proposals: new Map(), counting: null };

export function guessedColumns({ names, contents, free, roles, setting }: Unnamed): Guesses {
  const clues = cluesFor(setting);
  const guessed = new Map<string, number>();
  const rivals = new Map<string, readonly number[]>();
  const proposals = new Map<string, readonly number[]>();
  const words = names.map(wordsIn);
  const left = new Set(free);
  for (const role of roles) {
    const clue = clues.get(role);
    if (clue === undefined) continue;
    const likely = [...left].map(
      (place) => [place, clue(words[place] as Words, contents[place] as ColumnContents)] as const,
    );
    const best = likely.reduce((most, [, likelihood]) => Math.max(most, likelihood), 0);
    const surest = likely.flatMap(([place, likelihood]) => (likelihood === best ? [place] : []));
    if (best <= MAYBE) {
      if (best === MAYBE) proposals.set(role, preferredFirst(surest, words, contents));
      continue;
    }
    const [only] = surest;
    if (surest.length > 1) rivals.set(role, preferredFirst(surest, words, contents));
    else if (only !== undefined) guessed.set(role, only);
    for (const place of surest) left.delete(place);
  }
  const hasUnits = !roles.includes(UNITS) || guessed.has(UNITS);
  const counting = hasUnits
    ? undefined
    : [...left].find((place) => countsClaims(words[place] as Words, contents[place] as ColumnContents));
  return { guessed, rivals, proposals, counting: counting ?? null };
}

type Words = ReadonlySet<string>;

/** Of columns for one thing first the one that is most often meant: it has values, and is the one who did the work. */
export function preferredFirst(
  places: readonly number[],
  words: readonly Words[],
  contents: readonly ColumnContents[],
): readonly number[] {
  const rank = (place: number): Likelihood =>
    (contents[place]?.filled === 0 ? 0 : 2) + (words[place]?.has("rendering") || words[place]?.has("service") ? 1 : 0);
  return [...places].sort((a, b) => rank(b) - rank(a) || a - b);
}
