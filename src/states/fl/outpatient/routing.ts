import type { Priced } from "../../../pricing/lookup.ts";
import { CODE_TYPES_OF, type CodeType, PROVIDER_TYPE_LABELS, type ProviderType } from "../values.ts";

/** The code systems to price a row by; none when the one asked for is not the provider's (fl 4.2 steps 1 and 2). */
export function codeTypesToPrice(providerType: ProviderType, asked: CodeType | null): readonly CodeType[] {
  const allowed = CODE_TYPES_OF[providerType];
  return asked === null ? allowed : allowed.filter((codeType) => codeType === asked);
}

/** F3 */
export function wrongCodeType(providerType: ProviderType): string {
  if (providerType === "HOSPITAL") {
    return "Hospital outpatient services are priced by EAPG, not by HCPCS: send the EAPG code with billing_code_type EAPG.";
  }
  return `${PROVIDER_TYPE_LABELS[providerType]} services are priced by HCPCS code, not by EAPG.`;
}

/**
 * A code is of one system, so its failure in the others says nothing; when it fails in all of
 * them, the first says why (fl 4.2 step 2).
 */
export function withoutOtherSystems(byCodeType: readonly (readonly Priced[])[]): readonly Priced[] {
  const [first = []] = byCodeType;
  if (byCodeType.length === 1) return first;
  const counting = byCodeType.flat().filter(({ counts }) => counts);
  return counting.length > 0 ? counting : first;
}
