import { asMoney, sum } from "../../../core/money/arithmetic.ts";
import { factor } from "../../../core/money/factor.ts";
import { foldName } from "../../../core/text/folding.ts";
import { amount, oneLine, rounded, zeroAbsent } from "../../../imports/declaring/conversions.ts";
import { firstHeading, heading, needed, optional, rest } from "../../../imports/declaring/fields.ts";
import type { GivenRow } from "../../../imports/declaring/intake.ts";
import { type Publication, publication, section } from "../../../imports/declaring/publication.ts";
import { type PerDiemRate, perDiemRates } from "../tables.ts";
import type { PayerClass, PerDiemServiceType } from "../values.ts";
import { CERTIFICATE_FIELDS, NO_CERTIFICATE, strangers } from "./certificate-sheets.ts";
import { RATE_SHEET } from "./publishers.ts";

/** How sheets call the services that are paid by the day, by words or by rate code. */
const SERVICE_WORDS: readonly (readonly [type: PerDiemServiceType, words: RegExp])[] = [
  ["dual_diag_child", /\b4607\b|\bDUAL\b.*\b(?:CHILD|ADOLESC)/],
  ["dual_diag_adult", /\b4608\b|\bDUAL\b.*\bADULT/],
  ["chem_dep_rehab", /\bCHEM(?:ICAL)?\b.*\bDEP|\bCD REHAB|\bSUBSTANCE\b.*\bREHAB/],
  ["med_rehab", /\b2853\b|\bMED(?:ICAL)?\b.*\bREHAB|\bPHYSICAL\b.*\bREHAB/],
  ["cah", /\b2999\b|\bCRITICAL ACCESS\b|\bCAH\b/],
  ["specialty_acute", /\bSPECIALTY\b/],
];

/** The service type that a heading, or the cell that names the service, means; null when it is none of them. */
function perDiemType(text: string): PerDiemServiceType | null {
  const words = foldName(text);
  return SERVICE_WORDS.find(([, pattern]) => pattern.test(words))?.[0] ?? null;
}

/** Headings of columns that hold the per diem of one service. */
const SERVICE_COLUMN =
  /^(?![\s\S]*(?:\balc\b|alternate|add.?on|\bacr\b))[\s\S]*(?:2853|2999|460[78]|rehab|critical access|\bcah\b|specialty|dual)/i;

const dollars = zeroAbsent(rounded(2, amount));

const COMMON_FIELDS = {
  ...CERTIFICATE_FIELDS,
  alcPerDiem: optional(heading(/\balc\b|alternate level|295[01]/, dollars)),
  conversionAddon: optional(heading(/\bacr\b|average commercial|conversion.*add|public hospital/, dollars)),
};

const NO_PER_DIEM = "no per diem in the row";

/** The exempt unit schedules are described, not seen: a row per hospital and service, or a column per service. */
function perDiemSchedule(
  payerClass: PayerClass,
  about: { readonly name: string; readonly title: string },
): Publication {
  return publication({
    ...RATE_SHEET,
    ...about,
    form: "XLSX or CSV, all services in one file",
    sections: [
      section({
        name: "rows",
        optional: true,
        everySheet: true,
        fields: {
          ...COMMON_FIELDS,
          service: firstHeading(
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

export const perDiemFeeForService = perDiemSchedule("FFS", {
  name: "per-diem-ffs",
  title: "Exempt Unit and Specialty Hospital Rates, Fee for Service",
});

export const perDiemManagedCare = perDiemSchedule("MMC", {
  name: "per-diem-hmo",
  title: "Exempt Unit and Specialty Hospital Rates, Managed Care",
});
