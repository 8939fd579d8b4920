import { type Day, parseIsoDay } from "../calendar/day.ts";
import { type OperatorSetting, readChoice } from "../operations/setting.ts";
import { Refusal } from "../text/refusal.ts";
import { USAGE_GROUPINGS, type UsageGrouping } from "../usage/usage-store.ts";

/** IDs are 16 characters long; whatever is much longer is none. */
const KEY_ID_LENGTH_MAX = 64;

function daySetting(
  flags: string,
  variable: string,
  description: string,
  fallbackText: string,
): OperatorSetting<Day | null> {
  const read = (text: string) => parseIsoDay(text) ?? new Refusal("a calendar day as YYYY-MM-DD");
  return { flags, variable, description, fallback: null, fallbackText, read };
}

export const usageBySetting: OperatorSetting<UsageGrouping> = {
  flags: "--by <what>",
  variable: "RATEBOOK_USAGE_BY",
  description: `what each line is about: ${USAGE_GROUPINGS.join(", ")}`,
  fallback: "key",
  read: (text) => readChoice(text, USAGE_GROUPINGS),
};

export const usageFromSetting = daySetting(
  "--from <day>",
  "RATEBOOK_USAGE_FROM",
  "the first day (UTC), as YYYY-MM-DD",
  "the first that was counted",
);

export const usageToSetting = daySetting(
  "--to <day>",
  "RATEBOOK_USAGE_TO",
  "the last day (UTC), as YYYY-MM-DD",
  "today",
);

export const usageKeySetting: OperatorSetting<string | null> = {
  flags: "--key <id>",
  variable: "RATEBOOK_USAGE_KEY",
  description: 'of one key, by the ID that "keys list" shows',
  fallback: null,
  fallbackText: "all",
  read: (text) => (/^\S+$/.test(text) && text.length <= KEY_ID_LENGTH_MAX ? text : new Refusal("the ID of a key")),
};
