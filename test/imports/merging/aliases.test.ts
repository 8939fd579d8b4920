import { expect, it } from "vitest";
import { list as listColumn, NPI, required, text } from "../../../src/dataset/column.ts";
import { undatedTable } from "../../../src/dataset/table.ts";
import { heading } from "../../../src/imports/declaring/fields.ts";
import { fill, publication, section } from "../../../src/imports/declaring/publication.ts";
import { csv } from "../fixtures.ts";
import { importing } from "../support.ts";

const providers = undatedTable({
  folder: "rf",
  name: "providers",
  columns: { npi: required(NPI), otherNpis: listColumn(NPI), providerName: required(text()), city: text() },
  key: ["npi"],
});

const about = { publisher: "Reef Council", published: "yearly", page: null, form: "CSV", confidence: "seen" } as const;

const hospitals = publication({
  ...about,
  folder: "rf",
  name: "hospitals",
  title: "Hospitals",
  sections: [
    section({
      fields: { npi: heading("NPI"), others: heading("Other NPIs"), name: heading("Name") },
      feeds: [providers],
      read: () => ({
        record: ({ npi, others, name }, intake) =>
          intake.take(providers, { npi, otherNpis: others, providerName: name }),
      }),
    }),
  ],
});

const registry = publication({
  ...about,
  folder: "federal",
  name: "registry",
  title: "Registry",
  sections: [
    section({
      fields: { npi: heading("NPI"), name: heading("Name"), city: heading("City") },
      feeds: [fill(providers, ["npi"], { adds: true, aliases: "otherNpis" })],
      read: () => ({
        record: ({ npi, name, city }, intake) => intake.take(providers, { npi, providerName: name, city }),
      }),
    }),
  ],
});

it("adds no row for what a row is also known by, in whichever order the two are imported", async () => {
  const listed = {
    name: "hospitals.csv",
    content: csv(["NPI", "Other NPIs", "Name"], ["1000000001", "1000000002|1000000003", "Coral Hospital"]),
  };
  const registered = {
    name: "registry.csv",
    content: csv(
      ["NPI", "Name", "City"],
      ["1000000001", "CORAL HOSPITAL INC", "Deep City"],
      ["1000000003", "CORAL HOSPITAL PSYCHIATRIC UNIT", "Other City"],
      ["1000000004", "NEMO", "Shoal"],
    ),
  };
  const expected = [
    { npi: "1000000001", other_npis: "1000000002|1000000003", provider_name: "Coral Hospital", city: "Deep City" },
    { npi: "1000000004", other_npis: "", provider_name: "NEMO", city: "Shoal" },
  ];
  const options = { asOf: "2026-01-01", others: [hospitals, registry] };
  const one = await importing(hospitals, listed, options);
  const { rows } = await importing(registry, registered, { ...options, into: one.dataset });
  expect(rows("rf/providers")).toEqual(expected);

  const other = await importing(registry, registered, options);
  expect(other.rows("rf/providers")).toHaveLength(3);
  const { rows: afterwards } = await importing(hospitals, listed, { ...options, into: other.dataset });
  expect(afterwards("rf/providers")).toEqual(expected);
});
