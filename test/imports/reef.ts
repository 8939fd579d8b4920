import { money, NPI, oneOf, required, text } from "../../src/dataset/column.ts";
import { datedTable, undatedTable } from "../../src/dataset/table.ts";
import { amount, procedureCode, upperCase } from "../../src/imports/declaring/conversions.ts";
import { heading, optional } from "../../src/imports/declaring/fields.ts";
import { fill, publication, rowsOf, section } from "../../src/imports/declaring/publication.ts";

/* A state under water with a fee schedule, two lists of providers and a registry that fills them. */

export const fees = datedTable({
  folder: "rf",
  name: "fees",
  columns: { code: required(text()), modifier: text(), fee: required(money()) },
  key: ["code", "modifier"],
});

export const providers = undatedTable({
  folder: "rf",
  name: "providers",
  columns: {
    npi: required(NPI),
    providerName: required(text()),
    kind: required(oneOf(["fish", "crab"])),
    city: text(),
    county: text(),
  },
  key: ["npi"],
});

const about = { publisher: "Reef Council" } as const;

export const feeSchedule = publication({
  ...about,
  folder: "rf",
  name: "fees",
  title: "Reef Fees",
  sections: [
    section({
      member: /fees/i,
      fields: {
        code: heading(["Code", "Proc Code"], procedureCode),
        modifier: optional(heading("Mod", upperCase)),
        fee: heading("Fee", amount),
      },
      feeds: [fees],
      read: () => ({
        record(fields, intake) {
          if (fields.fee === null) {
            intake.leaveOut("no fee", fields.code ?? "");
            return;
          }
          intake.sum("fees", fields.fee);
          intake.take(fees, { code: fields.code, modifier: fields.modifier, fee: fields.fee });
        },
      }),
    }),
  ],
});

const list = {
  npi: heading("NPI"),
  name: heading("Name"),
  kind: optional(heading("Kind")),
  city: optional(heading("City")),
};

export const enrolled = publication({
  ...about,
  folder: "rf",
  name: "enrolled",
  title: "Enrolled Providers",
  sections: [
    section({
      fields: list,
      feeds: [rowsOf(providers, { repeats: "first" })],
      read: () => ({
        record: ({ npi, name, kind, city }, intake) => intake.take(providers, { npi, providerName: name, kind, city }),
      }),
    }),
  ],
});

export const licensed = publication({
  ...about,
  folder: "rf",
  name: "licensed",
  title: "Licensed Providers",
  sections: [
    section({
      fields: list,
      feeds: [providers],
      read: () => ({
        record: ({ npi, name, kind, city }, intake) => intake.take(providers, { npi, providerName: name, kind, city }),
      }),
    }),
  ],
});

export const counties = publication({
  ...about,
  folder: "federal",
  name: "counties",
  title: "Counties",
  sections: [
    section({
      fields: { city: heading("City"), county: heading("County") },
      feeds: [fill(providers, ["city"], { fold: (city) => city.toUpperCase() })],
      read: () => ({ record: ({ city, county }, intake) => intake.take(providers, { city, county }) }),
    }),
  ],
});

export const registry = publication({
  ...about,
  folder: "federal",
  name: "registry",
  title: "Registry",
  sections: [
    section({
      fields: list,
      feeds: [fill(providers, ["npi"], { adds: true })],
      read: () => ({
        record: ({ npi, name, kind, city }, intake) => intake.take(providers, { npi, providerName: name, kind, city }),
      }),
    }),
  ],
});

export const reefPublications = [feeSchedule, enrolled, licensed, counties, registry];
