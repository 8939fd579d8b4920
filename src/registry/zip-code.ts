/*
 * ZIP codes in a provider search (conventions 6): five digits match the first five of the
 * stored code; nine, with or without a hyphen, match all nine; anything else finds nothing.
 */

interface ZipCode {
  readonly five: string;
  /** The last four of nine digits; null when there are not nine. */
  readonly plusFour: string | null;
}

/** A ZIP code as a provider's row has it; null when it has fewer than five digits. */
export function storedZip(value: string): ZipCode | null {
  const usual = zipQuery(value);
  if (usual !== null) return usual;
  const digits = value.replace(/[^0-9]/g, "");
  if (digits.length < 5) return null;
  return { five: digits.slice(0, 5), plusFour: digits.length === 9 ? digits.slice(5) : null };
}

const SEARCHED = /^([0-9]{5})(?:-?([0-9]{4}))?$/;

/** A ZIP code that is searched for; null when it cannot match any. */
export function zipQuery(value: string): ZipCode | null {
  const parts = SEARCHED.exec(value);
  return parts === null ? null : { five: parts[1] as string, plusFour: parts[2] ?? null };
}
