import type { ApiKey } from "../../../keys/api-key.ts";
import { keyStatus } from "../../../keys/issue.ts";
import { type DoctorFinding, doubt, well } from "../finding.ts";

/** Time enough to make another key and hand it over. */
const SOON_DAYS = 14;
const DAY_MILLISECONDS = 86_400_000;
/** More would hide the other findings; `keys list` has them all. */
const NAMED_MAX = 5;

/** Whether somebody can ask, and for how long. `place` is where `keys` commands find them, such as ` --database`. */
export function usableFindings(keys: readonly ApiKey[], now: Date, place = ""): readonly DoctorFinding[] {
  const usable = keys.filter((key) => keyStatus(key, now) === "active");
  const found = `${usable.length} of ${keys.length} ${keys.length === 1 ? "key works" : "keys work"}.`;
  if (usable.length === 0) return [doubt("keys", found, `Make one with "ratebook keys create${place}".`)];
  const end = new Date(now.getTime() + SOON_DAYS * DAY_MILLISECONDS).toISOString();
  const ending = usable.filter(({ expiresAt }) => expiresAt !== null && expiresAt < end);
  if (ending.length === 0) return [well("keys", found)];
  const named = ending.slice(0, NAMED_MAX).map(({ id, name, expiresAt }) => `${id} (${name}) on ${expiresAt}`);
  const more = ending.length > NAMED_MAX ? ` and ${ending.length - NAMED_MAX} more` : "";
  const told = `${found} Within ${SOON_DAYS} days end: ${named.join(", ")}${more}.`;
  return [doubt("keys", told, `"ratebook keys rotate ID${place}" makes the next one while the old one still works.`)];
}
