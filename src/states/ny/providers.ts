import type { RateData } from "../../dataset/table.ts";
import type { ProviderDefinition } from "../../registry/definition.ts";
import { certificateDigits } from "./identifiers.ts";
import { regionsOf } from "./outpatient/apg.ts";
import { type Provider, providers } from "./tables.ts";
import { isHospital, PEER_GROUPS, type ProviderType, providerTypeOf } from "./values.ts";

/** The order of one provider's rows, which differ in type (ny 3.4). */
const TYPE_ORDER: Readonly<Record<ProviderType, string>> = {
  HOSPITAL: "1",
  OUTPATIENT_CLINIC_ASC: "2",
  PHYSICIAN: "3",
  LABORATORY: "4",
};

/** Certificates count for hospitals only; a row of another type may carry one without effect (ny 2). */
export function certificateOf(provider: Provider): string | null {
  return isHospital(provider) ? provider.opcert : null;
}

/** New York's provider registry: identifiers, order, classes and search filters (ny 3, 6). */
export const providerDefinition: ProviderDefinition<Provider> = {
  table: providers,
  name: (row) => row.providerName,
  order: (row) => [row.providerName, row.npi, row.stateProviderId, TYPE_ORDER[providerTypeOf(row)]],
  identity: (row) => [row.npi, row.stateProviderId],
  identifiers: {
    npi: { of: (row) => [row.npi], fold: (value) => value },
    stateProviderId: { of: (row) => [row.stateProviderId], fold: (value) => value },
    opcert: { of: (row) => [certificateOf(row)], fold: certificateDigits },
  },
  classes: {
    outpatient: outpatientClass,
    // Every inpatient rate belongs to an operating certificate.
    inpatient: (row) => (isHospital(row) ? certificateClass(row) : null),
  },
  filters: {
    city: { match: "partial", of: (row) => row.city },
    county: { match: "partial", of: (row) => row.county },
    zipCode: { match: "zip", of: (row) => row.zipCode },
    taxonomy: { match: "exact", of: (row) => row.primaryTaxonomyCode },
    providerType: { match: "exact", of: providerTypeOf },
  },
};

/**
 * The facts that decide whether a row can be priced: a hospital's certificate, a clinic's groups and regions, otherwise
 * the type.
 */
function outpatientClass(row: Provider, data: RateData): string {
  const providerType = providerTypeOf(row);
  if (providerType === "HOSPITAL") return `${providerType} ${certificateClass(row)}`;
  if (providerType !== "OUTPATIENT_CLINIC_ASC") return providerType;
  const groups = PEER_GROUPS.filter((group) => row.peerGroups.includes(group));
  return `${providerType} ${groups.join("|")} ${regionsOf(row, data).join("|")}`;
}

function certificateClass({ opcert }: Provider): string {
  return opcert === null ? "" : certificateDigits(opcert);
}
