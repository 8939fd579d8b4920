import type { NoRate } from "../../../pricing/no-rate.ts";
import type { Sheet } from "../../../pricing/sheet.ts";
import type { Provider } from "../tables.ts";
import { PEER_GROUPS, type PeerGroup } from "../values.ts";
import { assumeRateCode, CLINIC_RATE_CODES, rateCodesTo, routedFrom } from "./rate-code.ts";

/** The peer group that a rate code asks for, else clinic before ambulatory surgery (ny 4.4 step 2). */
export function peerGroupOf(rateCode: string | null, provider: Provider, sheet: Sheet): PeerGroup {
  const { providerName, peerGroups } = provider;
  const asked = rateCode === null ? null : routedFrom(rateCode, CLINIC_RATE_CODES, () => peerGroups, sheet);
  if (peerGroups.length === 0) {
    throw sheet.noRate("no_provider_rate", `${providerName} has no APG peer group in the loaded data.`);
  }
  if (asked === null) return defaultGroup(peerGroups.includes("clinic") ? "clinic" : "ambsurg", sheet);
  if (!peerGroups.includes(asked)) throw notInGroup(asked, rateCode as string, provider, sheet);
  return asked;
}

function defaultGroup(group: PeerGroup, sheet: Sheet): PeerGroup {
  const reason =
    group === "clinic" ? "clinic, which comes first" : "ambulatory surgery, the provider's only peer group";
  assumeRateCode(group, CLINIC_RATE_CODES, `not sent: ${reason}`, sheet);
  return group;
}

function notInGroup(asked: PeerGroup, rateCode: string, { providerName, peerGroups }: Provider, sheet: Sheet): NoRate {
  const own = PEER_GROUPS.filter((group) => peerGroups.includes(group));
  return sheet.noRate(
    "not_for_request",
    `${providerName} is not in APG peer group ${asked} (rate code ${rateCode}); its peer groups: ${own.join(", ")}.`,
    { remedy: rateCodesTo(own, CLINIC_RATE_CODES, sheet) },
  );
}
