/** A day with its month in figures or in words: `04/01/2025`, `2025-04-01`, `April 1, 2026`, `Apr. 1st 2026`. */
const DAY = String.raw`(?:[0-9]{1,2}[/-][0-9]{1,2}[/-](?:[0-9]{4}|[0-9]{2})|[0-9]{4}-[0-9]{2}-[0-9]{2}|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.? [0-9]{1,2}(?:st|nd|rd|th)?,? [0-9]{4})(?![0-9])`;

/** What may stand between the word and its day: `effective date:`, `effective for discharges on or after`. */
const BETWEEN = String.raw`(?: dates?)?(?: for (?:dates? of service|services|discharges|admissions|claims))?(?: (?:as of|from|on and after|on or after|beginning|starting|on))? ?[:\-\u2013]? ?`;

/** The day on which a file was touched is not the day from which its rates hold: `Revised as of 1/5/2026`. */
const NOT_TOUCHED = String.raw`(?<!\b(?:revised|updated|corrected|printed|run|posted|created|generated|downloaded) )`;

/**
 * How a title above a table tells from which day it holds: `RATES EFFECTIVE 04/01/2025`, `Fee schedule as of April 1, 2026`. The
 * first group is the day; spaces in a row are one. A month without a day (`as of July 2025`) tells none.
 */
export const EFFECTIVE_TEXT = new RegExp(String.raw`${NOT_TOUCHED}\b(?:effective${BETWEEN}|as of:? ?)(${DAY})`, "i");
