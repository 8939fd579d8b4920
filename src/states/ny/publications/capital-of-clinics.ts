import type { Intake, Known, Opening } from "../../../imports/declaring/intake.ts";
import { certificateDigits } from "../operating-certificate.ts";
import { providerTypeOf } from "../provider-type.ts";
import { dtcCapital, type Provider, providers } from "../tables.ts";
import { PEER_GROUPS, type PeerGroup } from "../values.ts";

interface Addon {
  readonly peerGroup: PeerGroup;
  /** Null where the group is listed without an amount: the facility may bill it and gets no capital. */
  readonly addon: string | null;
}

const NO_CLINIC = "no clinic has this operating certificate: import ny/facilities, or name it in ny/certificates";

/** Brings what is published by operating certificate to the NPIs of its clinics, and notes what they may bill. */
export class CapitalOfClinics {
  readonly #clinics: Known<Provider>;
  readonly #groups = new Map<string, Set<PeerGroup>>();

  private constructor(clinics: Known<Provider>) {
    this.#clinics = clinics;
  }

  static async of({ known }: Opening): Promise<CapitalOfClinics> {
    return new CapitalOfClinics(await known(providers, certificateOfClinic));
  }

  take(
    { opcert, facility }: { readonly opcert: string; readonly facility: string | null },
    addons: readonly Addon[],
    intake: Intake,
  ): void {
    const npis = new Set(this.#clinics(certificateDigits(opcert)).map(({ npi }) => npi));
    if (npis.size === 0) intake.leaveOut(NO_CLINIC, `${opcert} ${facility ?? ""}`.trim());
    for (const npi of npis) {
      for (const { peerGroup, addon } of addons) {
        this.#groups.set(npi, (this.#groups.get(npi) ?? new Set()).add(peerGroup));
        if (addon !== null) intake.take(dtcCapital, { npi, peerGroup, capitalAddon: addon });
      }
    }
  }

  /** A clinic may bill the peer groups that it has a capital rate code for. */
  takePeerGroups(intake: Intake): void {
    for (const [npi, groups] of this.#groups) {
      const peerGroups = PEER_GROUPS.filter((group) => groups.has(group)).join("|");
      intake.take(providers, { npi, peerGroups });
    }
  }
}

function certificateOfClinic(row: Provider): string | null {
  const isClinic = providerTypeOf(row) === "OUTPATIENT_CLINIC_ASC";
  return isClinic && row.opcert !== null ? certificateDigits(row.opcert) : null;
}
