import { dayText } from "../words/day.ts";
import { labelOf } from "../words/name.ts";
import type { Lookup } from "./lookup.ts";
import { PROVIDER_NAME, partsOfQuestion } from "./parts-of-question.ts";

const DAY = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/;

/**
 * The question in one line: "99213 at Golden Poppy Medical Center on 1 Oct 2026". `providerName`: of whom the lookup names,
 * where that is known; `dayUsed`: the day that the answer is of, where one was not given.
 */
export function questionText(
  { setting, fields }: Lookup,
  providerName: string | null,
  dayUsed: string | undefined,
): string {
  const { identifiers, code } = partsOfQuestion(setting);
  const what = code === null ? undefined : fields[code.name];
  const sentName = fields[PROVIDER_NAME];
  const [identifier] = identifiers.filter(({ name }) => fields[name] !== undefined);
  const who =
    sentName !== undefined
      ? `every provider with “${sentName}” in its name`
      : (providerName ?? (identifier === undefined ? null : `${labelOf(identifier.name)} ${fields[identifier.name]}`));
  const day = fields[setting.day_parameter] ?? dayUsed;
  const when = day === undefined ? "today" : `on ${DAY.test(day) ? dayText(day) : day}`;
  return [what ?? labelOf(setting.setting), ...(who === null ? [] : [`at ${who}`]), when].join(" ");
}
