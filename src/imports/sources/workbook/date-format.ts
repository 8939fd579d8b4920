/** Formats that every spreadsheet program has, by number: dates and times, those of East Asia and Thailand included. */
const BUILT_IN_DATES: readonly (readonly [first: number, last: number])[] = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
  [71, 81],
];

/** Seconds, minutes or months, hours, halves of the day, days, years and eras, as formats write them. */
const DATE_TOKEN = /^(?:s{1,2}|m{1,5}|h{1,2}|am|pm|a|p|d{1,4}|a{3,5}|y|yy|yyyy|e|ee|eeee)$/;

export function isBuiltInDate(format: number): boolean {
  return BUILT_IN_DATES.some(([first, last]) => format >= first && format <= last);
}

/** Whether a format such as `m/d/yyyy;@` shows numbers as dates. In doubt it does not: a number is then what it is. */
export function isDateFormat(code: string): boolean {
  return code.toLowerCase().replace(/;@$/, "").replace(/\\./g, " ").split(";").some(isDateSection);
}

function isDateSection(section: string): boolean {
  const shown = section
    .replace(/"[^"]*"/g, " ")
    // Fractions of seconds, and hours beyond a day.
    .replace(/(\[?[smhd]{1,2}\]?)[.,]00?0?/g, "$1")
    .replace(/\[([smhd]{1,2})\]/g, "$1");
  const tokens = withoutBrackets(shown)
    .split(/[^a-z0#?%]+/)
    .filter((token) => token !== "");
  return tokens.length > 0 && tokens.every((token) => DATE_TOKEN.test(token));
}

/**
 * Leaves out colours, languages and conditions: `[Red]`, `[$-409]`, `[>100]`. A regular expression would look for the
 * closing bracket again from every bracket that is never closed, which takes time by the square of the length.
 */
function withoutBrackets(section: string): string {
  let kept = "";
  for (let at = 0; ; ) {
    const open = section.indexOf("[", at);
    const close = open < 0 ? -1 : section.indexOf("]", open);
    if (close < 0) return kept + section.slice(at);
    kept += section.slice(at, open);
    at = close + 1;
  }
}
