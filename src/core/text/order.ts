const SURROGATE = /[\ud800-\udfff]/;

/** Text order by Unicode code point, null first (conventions 3.2). */
export function compareText(a: string | null, b: string | null): number {
  if (a === b) return 0;
  if (a === null) return -1;
  if (b === null) return 1;
  // UTF-16 order is code point order unless a surrogate pair meets a character above it.
  if (!SURROGATE.test(a) && !SURROGATE.test(b)) return a < b ? -1 : 1;
  return compareCodePoints(a, b);
}

function compareCodePoints(a: string, b: string): number {
  const left = Array.from(a, (character) => character.codePointAt(0) as number);
  const right = Array.from(b, (character) => character.codePointAt(0) as number);
  const shared = Math.min(left.length, right.length);
  for (let index = 0; index < shared; index += 1) {
    const gap = (left[index] as number) - (right[index] as number);
    if (gap !== 0) return gap;
  }
  return left.length - right.length;
}
