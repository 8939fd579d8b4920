import { todayIn } from "../../../operations/today.ts";
import type { Examined } from "../examined.ts";
import { type DoctorFinding, doubt, well } from "../finding.ts";

const UNIVERSAL = new Set(["UTC", "Etc/UTC", "GMT", "Etc/GMT", "Universal", "Etc/Universal"]);

/** Whose day it is for requests that name none: in the evening of the states it is already tomorrow in UTC. */
export function timeZoneFindings(
  { timeZone }: Pick<Examined, "timeZone">,
  hostZone = new Intl.DateTimeFormat().resolvedOptions().timeZone,
): readonly DoctorFinding[] {
  const zone = timeZone ?? hostZone;
  const found = `Today is ${todayIn(zone)()} in ${zone}${timeZone === null ? ", the zone of this machine" : ""}.`;
  if (timeZone !== null || !UNIVERSAL.has(zone)) return [well("time zone", found)];
  const remedy =
    "A lookup without a date is priced for this day, which is tomorrow on an evening in the states: name yours, such as --time-zone America/Los_Angeles (RATEBOOK_TIME_ZONE); --time-zone UTC keeps it.";
  return [doubt("time zone", found, remedy)];
}
