import { amount, digitsOnly, rounded } from "../../../imports/declaring/conversions.ts";
import { heading, optional } from "../../../imports/declaring/fields.ts";
import type { Intake, Known, Opening } from "../../../imports/declaring/intake.ts";
import { fill, publication, rowsOf, section } from "../../../imports/declaring/publication.ts";
import { certificateDigits } from "../identifiers.ts";
import { dtcCapital, type Provider, providers } from "../tables.ts";
import { PEER_GROUPS, type PeerGroup, providerTypeOf } from "../values.ts";
import { CERTIFICATE_FIELDS, NO_CERTIFICATE } from "./certificate-sheets.ts";
import { HEALTH } from "./publishers.ts";

/** The capital rate codes of freestanding clinics and ambulatory surgery centers. */
const GROUP_OF_CODE: Readonly<Record<string, PeerGroup>> = { "1409": "clinic", "1410": "ambsurg" };

const dollars = rounded(2, amount);
const feeds = [rowsOf(dtcCapital), fill(providers, ["npi"])];

/** The sheet has been described, not seen: a row per rate code, or a column per rate code. */
export const freestandingCapital = publication({
  ...HEALTH,
  name: "dtc-capital",
  title: "Freestanding APG Capital Add-ons",
  published: "on the Department of Health's APG rates page, a spreadsheet per year",
  page: "https://www.health.ny.gov/health_care/medicaid/rates/apg/",
  form: "XLSX or CSV; import ny/facilities before it, since it names clinics by operating certificate only",
  confidence: "guessed",
  sections: [
    section({
      name: "rows",
      optional: true,
      fields: {
        ...CERTIFICATE_FIELDS,
        rateCode: heading(["Rate Code", /^(?:capital )?rate code/], digitsOnly),
        addon: heading(["Capital Add-on", "Amount", /capital/, /^(?:rate|add.?on)/], dollars),
      },
      feeds,
      read: async (opening) => {
        const clinics = await CapitalOfClinics.of(opening);
        return {
          record({ opcert, facility, rateCode, addon }, intake) {
            const peerGroup = GROUP_OF_CODE[rateCode ?? ""];
            if (opcert === null) intake.leaveOut(NO_CERTIFICATE);
            else if (peerGroup === undefined) intake.leaveOut("a rate code other than 1409 and 1410", rateCode ?? "");
            else clinics.take({ opcert, facility }, [{ peerGroup, addon }], intake);
          },
          end: (intake) => clinics.takePeerGroups(intake),
        };
      },
    }),
    section({
      name: "columns",
      insteadOf: "rows",
      fields: {
        ...CERTIFICATE_FIELDS,
        clinic: heading(["Clinic Capital (1409)", /1409|clinic.*capital|capital.*clinic/], dollars),
        ambsurg: optional(heading(/1410|amb.*surg.*capital|capital.*amb.*surg/, dollars)),
      },
      feeds,
      read: async (opening) => {
        const clinics = await CapitalOfClinics.of(opening);
        return {
          record({ opcert, facility, clinic, ambsurg }, intake) {
            const addons = [
              { peerGroup: "clinic", addon: clinic },
              { peerGroup: "ambsurg", addon: ambsurg },
            ] as const;
            const listed = addons.filter(({ addon }) => addon !== null);
            if (opcert === null) intake.leaveOut(NO_CERTIFICATE);
            else if (listed.length === 0) intake.leaveOut("no capital add-on in the row", opcert);
            else clinics.take({ opcert, facility }, listed, intake);
          },
          end: (intake) => clinics.takePeerGroups(intake),
        };
      },
    }),
  ],
});

interface Addon {
  readonly peerGroup: PeerGroup;
  /** Null where the group is listed without an amount: the facility may bill it and gets no capital. */
  readonly addon: string | null;
}

const NO_CLINIC = "no clinic has this operating certificate: import ny/facilities, or name it in ny/certificates";

/** Brings what is published by operating certificate to the NPIs of its clinics, and notes what they may bill. */
class CapitalOfClinics {
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
