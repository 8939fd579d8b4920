const MARKS = /\p{M}+/gu;
const OTHER_THAN_LETTERS_AND_DIGITS = /[^A-Z0-9]+/g;
const ALREADY_FOLDED = /^[A-Z0-9]+(?: [A-Z0-9]+)*$/;

const OTHER_THAN_LONG_S_AND_DOTLESS_I = /[^ſı]+/g;

/** Codes in capitals. A long s and a dotless i stay (conventions 2.2): `ſ0302` would become S0302, which is another code. */
export function inCapitals(code: string): string {
  return code.replace(OTHER_THAN_LONG_S_AND_DOTLESS_I, (letters) => letters.toUpperCase());
}

/**
 * The form in which names, cities and counties are compared (conventions 2.8): decomposed,
 * marks dropped, upper case, everything but A-Z and 0-9 a space, runs folded, ends trimmed.
 */
export function foldName(text: string): string {
  if (ALREADY_FOLDED.test(text)) return text;
  return decomposedWithoutMarks(text).toUpperCase().replace(OTHER_THAN_LETTERS_AND_DIGITS, " ").trim();
}

const COUNTY_SUFFIX = " COUNTY";

/** The form in which counties are compared: a folded name without a trailing "County". */
export function foldCounty(county: string): string {
  const folded = foldName(county);
  return folded.endsWith(COUNTY_SUFFIX) ? folded.slice(0, -COUNTY_SUFFIX.length) : folded;
}

/**
 * Drops marks before decomposing: normalisation sorts the marks after a letter, in quadratic time for a long run.
 * Characters decompose independently, and marks only into marks, so the result is the same.
 */
function decomposedWithoutMarks(text: string): string {
  return text.replace(MARKS, "").normalize("NFKD").replace(MARKS, "");
}
