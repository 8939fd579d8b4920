import { expect, it } from "vitest";
import { heading } from "../../../../src/imports/declaring/fields.ts";
import { publication, section } from "../../../../src/imports/declaring/publication.ts";
import { nppes as registry } from "../../../../src/imports/federal/nppes.ts";
import { nppes } from "../../../../src/states/ny/publications/nppes.ts";
import { providers } from "../../../../src/states/ny/tables.ts";
import {
  identifiers,
  organization,
  person,
  practice,
  registryFile,
  taxonomies,
} from "../../../imports/federal/registry.ts";
import { csv } from "../../../imports/fixtures.ts";
import { importing } from "../../../imports/support.ts";

/** The state's listing, in what matters here. */
const listing = publication({
  folder: "ny",
  name: "listing",
  title: "Listing",
  publisher: "New York",
  published: "weekly",
  page: null,
  form: "CSV",
  confidence: "remembered",
  sections: [
    section({
      fields: { id: heading("ID"), npi: heading("NPI"), name: heading("Name") },
      feeds: [providers],
      read: () => ({
        record: ({ id, npi, name }, intake) =>
          intake.take(providers, { npi, stateProviderId: id, providerName: name, city: "ALBANY" }),
      }),
    }),
  ],
});

const here = practice("NY", "TROY", "121800000");
const NAME = "npidata_pfile_20050523-20260208.csv";

it("completes every enrollment of the state's listing, and adds who is not on it", async () => {
  const options = { asOf: "2026-01-01", others: [registry, listing] };
  const listed = csv(
    ["ID", "NPI", "Name"],
    ["01234567", "1003000019", "ALDER JO MD"],
    ["07654321", "1003000019", "ALDER JO MD"],
    ["01111111", "1003000050", "NOT IN THE REGISTRY"],
  );
  const { dataset } = await importing(listing, { name: "listing.csv", content: listed }, options);
  const content = registryFile(
    person("1003000019", "ALDER-SMITH", "JO", {
      ...here,
      ...taxonomies("207Q00000X*"),
      ...identifiers("05 NY 09999999"),
    }),
    person("1003000027", "BIRCH", "AL", {
      ...here,
      ...taxonomies("363L00000X*"),
      ...identifiers("05 NY 02222222"),
      "Provider Middle Name": "Q",
      "Provider Credential Text": "N.P.",
    }),
    organization("1003000035", "ROSE PHARMACY INC", { ...here, ...taxonomies("3336C0003X*") }),
  );
  const { rows, report } = await importing(nppes, { name: NAME, content }, { others: options.others, into: dataset });
  const enrolled = {
    npi: "1003000019",
    provider_name: "ALDER JO MD",
    provider_type: "",
    entity_type: "Individual",
    primary_taxonomy_code: "207Q00000X",
    city: "ALBANY",
  };
  expect(rows("ny/providers")).toMatchObject([
    { ...enrolled, state_provider_id: "01234567" },
    { ...enrolled, state_provider_id: "07654321" },
    { npi: "1003000027", state_provider_id: "02222222", provider_name: "BIRCH AL Q NP", city: "TROY", state: "NY" },
  ]);
  const reason = "provider_type: required where primary_taxonomy_code does not tell the type";
  expect(report.tables[0]?.waiting).toMatchObject([{ reason, count: 2 }]);
});
