import { amount, oneLine, rounded, zeroAbsent } from "../../../imports/declaring/conversions.ts";
import { heading, needed, optional, rest } from "../../../imports/declaring/fields.ts";
import type { GivenRow } from "../../../imports/declaring/intake.ts";
import { type Publication, publication, section } from "../../../imports/declaring/publication.ts";
import { asMoney, sum } from "../../../money/arithmetic.ts";
import { factor } from "../../../money/factor.ts";
import { type PerDiemRate, perDiemRates } from "../tables.ts";
import type { PayerClass, PerDiemServiceType } from "../values.ts";
import { HEALTH, RATE_ADDRESS, RATE_PAGE } from "./about.ts";
import { CERTIFICATE_FIELDS, NO_CERTIFICATE, strangers } from "./certificates.ts";
import { perDiemType, SERVICE_COLUMN } from "./per-diem-types.ts";

const dollars = zeroAbsent(rounded(2, amount));

const COMMON_FIELDS = {
  ...CERTIFICATE_FIELDS,
  alcPerDiem: optional(heading(/\balc\b|alternate level|295[01]/, dollars)),
  conversionAddon: optional(heading(/\bacr\b|average commercial|conversion.*add|public hospital/, dollars)),
};

const NO_PER_DIEM = "no per diem in the row";

/** The exempt unit schedules are described, not seen: a row per hospital and service, or a column per service. */
export function perDiemSchedule(
  payerClass: PayerClass,
  about: { readonly name: string; readonly title: string },
): Publication {
  return publication({
    ...HEALTH,
    ...about,
    published: `${RATE_PAGE}, at each change of rates`,
    page: RATE_ADDRESS,
    form: "XLSX or CSV, all services in one file",
    confidence: "guessed",
    sections: [
      section({
        name: "rows",
        optional: true,
        everySheet: true,
        fields: {
          ...COMMON_FIELDS,
          service: heading(
            ["Service Type", "Service", "Exempt Unit", "Unit Type", /service|exempt|unit|rate code/],
            oneLine,
          ),
          perDiem: heading(["Per Diem", "Per Diem Rate", /per diem/, "Rate"], dollars),
        },
        feeds: [perDiemRates],
        read: async (opening) => {
          const tellStranger = await strangers(opening);
          return {
            record({ opcert, facility, service, perDiem, alcPerDiem, conversionAddon }, intake) {
              const serviceType = perDiemType(service ?? "");
              if (opcert === null) return intake.leaveOut(NO_CERTIFICATE);
              if (serviceType === null)
                return intake.leaveOut("a service that is not paid by the day alone", service ?? "");
              if (perDiem === null) return intake.leaveOut(NO_PER_DIEM, opcert);
              tellStranger(opcert, facility, intake);
              const rate = { opcert, payerClass, serviceType, perDiem, alcPerDiem, conversionAddon };
              intake.take(perDiemRates, rateRow(rate));
            },
          };
        },
      }),
      section({
        name: "columns",
        insteadOf: "rows",
        everySheet: true,
        fields: { ...COMMON_FIELDS, services: needed(rest(SERVICE_COLUMN, dollars)) },
        feeds: [perDiemRates],
        read: async (opening) => {
          const tellStranger = await strangers(opening);
          return {
            record({ opcert, facility, services, alcPerDiem, conversionAddon }, intake) {
              if (opcert === null) return intake.leaveOut(NO_CERTIFICATE);
              const priced = services.flatMap(({ heading, value }) => {
                const serviceType = perDiemType(heading);
                return value === null || serviceType === null ? [] : [{ serviceType, perDiem: value }];
              });
              if (priced.length === 0) return intake.leaveOut(NO_PER_DIEM, opcert);
              tellStranger(opcert, facility, intake);
              for (const each of priced) {
                intake.take(perDiemRates, rateRow({ opcert, payerClass, ...each, alcPerDiem, conversionAddon }));
              }
            },
          };
        },
      }),
    ],
  });
}

interface Listed {
  readonly opcert: string;
  readonly payerClass: PayerClass;
  readonly serviceType: PerDiemServiceType;
  readonly perDiem: string;
  readonly alcPerDiem: string | null;
  readonly conversionAddon: string | null;
}

/** The add-on of public hospitals is part of managed care's specialty per diem; dual diagnosis has no ALC rate (ny 2). */
function rateRow({ conversionAddon, perDiem, alcPerDiem, ...key }: Listed): GivenRow<PerDiemRate> {
  const isRaised = key.payerClass === "MMC" && key.serviceType === "specialty_acute" && conversionAddon !== null;
  return {
    ...key,
    perDiem: isRaised ? asMoney(sum(factor(perDiem), factor(conversionAddon))).text : perDiem,
    alcPerDiem: key.serviceType.startsWith("dual_diag") ? null : alcPerDiem,
  };
}
