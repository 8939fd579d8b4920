/** Whether a text has more characters (Unicode code points) than this; no more of it is looked at than is needed to tell. */
export function isLongerThan(text: string, charactersMax: number): boolean {
  // A code point is one or two UTF-16 units, so most lengths decide without counting.
  if (text.length <= charactersMax) return false;
  return text.length > 2 * charactersMax || Array.from(text).length > charactersMax;
}
