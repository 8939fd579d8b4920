/*
 * Column choices, remembered per set of headings: an export of next month has the same columns. The browser keeps a hash of the
 * headings and the place of each chosen column, and nothing of the file itself: not even its headings.
 */

/** Whose lookups the file is for: another setting has other columns. */
interface Target {
  readonly state: string;
  readonly setting: string;
}

type Choices = Readonly<Record<string, string | null>>;

interface Remembered {
  readonly of: string;
  /** The choices by the place of their column. */
  readonly columns: readonly (readonly [place: number, meaning: string | null])[];
}

const KEPT_AS = "ratebook-columns";

/** More than the exports of any analyst; the set that was used longest ago goes first. */
const SETS_MAX = 30;

/** The choices for a file with these headings; null where there are none. */
export function rememberedColumns(headings: readonly string[], target: Target): Choices | null {
  const found = kept().find(({ of }) => of === nameOf(headings, target));
  if (found === undefined) return null;
  const choices = found.columns.flatMap(([place, meaning]) => {
    const heading = headings[place];
    return heading === undefined || heading === "" ? [] : [[heading, meaning] as const];
  });
  return choices.length === 0 ? null : Object.fromEntries(choices);
}

/** Remembers the choices for these headings; without any it forgets them. */
export function rememberColumns(headings: readonly string[], target: Target, choices: Choices): void {
  const of = nameOf(headings, target);
  const columns = headings.flatMap((heading, place) =>
    Object.hasOwn(choices, heading) ? [[place, choices[heading] ?? null] as const] : [],
  );
  const others = kept().filter((each) => each.of !== of);
  const sets = columns.length === 0 ? others : [{ of, columns }, ...others];
  try {
    localStorage.setItem(KEPT_AS, JSON.stringify(sets.slice(0, SETS_MAX)));
  } catch {
    // Private modes of some browsers keep nothing: the columns are then chosen again.
  }
}

function kept(): readonly Remembered[] {
  try {
    const sets: unknown = JSON.parse(localStorage.getItem(KEPT_AS) ?? "[]");
    return Array.isArray(sets) ? sets.filter(isRemembered) : [];
  } catch {
    return [];
  }
}

function isRemembered(set: unknown): set is Remembered {
  const { of, columns } = (set ?? {}) as Partial<Remembered>;
  const isChoice = (each: unknown) =>
    Array.isArray(each) && Number.isInteger(each[0]) && (each[1] === null || typeof each[1] === "string");
  return typeof of === "string" && Array.isArray(columns) && columns.every(isChoice);
}

/** A hash of 53 bits (cyrb53): the page has no SHA-256 on an address without TLS. */
function nameOf(headings: readonly string[], { state, setting }: Target): string {
  const text = JSON.stringify([state, setting, headings]);
  let [one, two] = [0xdeadbeef, 0x41c6ce57];
  for (let place = 0; place < text.length; place += 1) {
    const code = text.charCodeAt(place);
    one = Math.imul(one ^ code, 2654435761);
    two = Math.imul(two ^ code, 1597334677);
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(two ^ (two >>> 13), 3266489909);
  two = Math.imul(two ^ (two >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909);
  return (4294967296 * (2097151 & two) + (one >>> 0)).toString(16);
}
