import { describe, expect, it } from "vitest";
import { heading } from "../../../../src/imports/declaring/fields.ts";
import { publication, section } from "../../../../src/imports/declaring/publication.ts";
import { nppes as registry } from "../../../../src/imports/federal/nppes.ts";
import { enrolledProviders } from "../../../../src/states/ny/publications/enrolled-providers.ts";
import { nppes } from "../../../../src/states/ny/publications/index.ts";
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

const HEADINGS =
  "MEDICAID PROVIDER ID,NPI,PROVIDER OR FACILITY NAME,MEDICAID TYPE,PROFESSION OR SERVICE,PROVIDER SPECIALTY,SERVICE ADDRESS,CITY,STATE,ZIP CODE,COUNTY,TELEPHONE,LATITUDE,LONGITUDE,ENROLLMENT BEGIN DATE,NEXT ANTICIPATED REVALIDATION DATE,FILE DATE";

/** A line of the listing, from its Medicaid ID to its county. */
function line(...[id, npi, name, profession, specialty, address, zip]: readonly string[]): string {
  return `${id},${npi},${name},FFS,${profession},${specialty},${address},ALBANY,NY,${zip},ALBANY,5185550100,,,01/01/2020,,01/31/2026\n`;
}

function listing(...lines: readonly string[]) {
  return { name: "Medicaid_Enrolled_Provider_Listing_20260131.csv", content: `${HEADINGS}\n${lines.join("")}` };
}

describe("the listing of enrolled providers", () => {
  it("gives one row per Medicaid ID, NPI and type, with professions joined and the first address", async () => {
    const { rows, report } = await importing(
      enrolledProviders,
      listing(
        line("100008", "1100000008", "EXAMPLE GROUP PRACTICE", "PHYSICIAN", "FAMILY MEDICINE", "1 ELM ST", "12207"),
        line("00100008", "1100000008", "EXAMPLE GROUP PRACTICE", "PHYSICIAN", "INTERNAL MEDICINE", "2 OAK ST", "12208"),
        line("00100008", "1100000008", "EXAMPLE GROUP PRACTICE", "LABORATORY", "", "1 ELM ST", "12207"),
        line("00100008", "1100000008", "EXAMPLE GROUP PRACTICE", "WOMEN'S HEALTH SERVICE", "", "1 ELM ST", "12207"),
      ),
    );
    expect(report.edition).toBe("2026-01-31");
    expect(rows("ny/providers")).toMatchObject([
      { provider_type: "LABORATORY", ny_profession_or_service: "Laboratory", ny_provider_specialty: "" },
      {
        npi: "1100000008",
        state_provider_id: "00100008",
        provider_name: "EXAMPLE GROUP PRACTICE",
        provider_type: "PHYSICIAN",
        ny_profession_or_service: "Physician, Women's Health Service",
        ny_provider_specialty: "Family Medicine, Internal Medicine",
        street_address: "1 ELM ST",
        city: "ALBANY",
        county: "ALBANY",
        state: "NY",
        zip_code: "12207",
      },
    ]);
  });

  it.each([
    ["its API", HEADINGS.toLowerCase().replaceAll(" ", "_")],
    [
      "its older API",
      HEADINGS.toLowerCase()
        .replaceAll(" ", "_")
        .replace("medicaid_provider_id", "mmis_id")
        .replace("provider_or_facility_name", "mmis_name"),
    ],
  ])("has the headings of %s as well as those of the download", async (_, headings) => {
    const hospital = line("00100008", "1100000008", "EXAMPLE HOSPITAL", "HOSPITAL", "", "1 ELM ST", "12207");
    const file = { name: "keti-qx5t.csv", content: `${headings}\n${hospital}` };
    const { rows } = await importing(enrolledProviders, file, { asOf: "2026-01-31" });
    expect(rows("ny/providers")).toMatchObject([
      {
        npi: "1100000008",
        state_provider_id: "00100008",
        provider_name: "EXAMPLE HOSPITAL",
        provider_type: "HOSPITAL",
        zip_code: "12207",
      },
    ]);
  });

  it("lets a provider whose profession says no type wait for its taxonomy", async () => {
    const { rows, report } = await importing(
      enrolledProviders,
      listing(
        line("00100001", "1100000001", "EXAMPLE GENERAL HOSPITAL", "HOSPITAL", "", "1 ELM ST", "12207"),
        line("00100009", "1100000009", "EXAMPLE SERVICES", "CASE MANAGEMENT", "", "1 ELM ST", "12207"),
      ),
    );
    expect(rows("ny/providers").map((row) => row.npi)).toEqual(["1100000001"]);
    expect(report.tables[0]?.waiting).toMatchObject([{ count: 1 }]);
  });

  it("reads professions by a legend that a mapping file may correct", async () => {
    const map = JSON.stringify({
      publication: "ny/enrolled-providers",
      sections: {},
      legends: { professions: { "Case Management": "PHYSICIAN" } },
    });
    const file = listing(
      line("00100009", "1100000009", "EXAMPLE SERVICES", "CASE MANAGEMENT", "", "1 ELM ST", "12207"),
    );
    const { rows } = await importing(enrolledProviders, file, { map });
    expect(rows("ny/providers")).toMatchObject([{ npi: "1100000009", provider_type: "PHYSICIAN" }]);
  });

  it("leaves out lines without an NPI or a name", async () => {
    const { report } = await importing(
      enrolledProviders,
      listing(
        line("00100001", "1100000001", "EXAMPLE GENERAL HOSPITAL", "HOSPITAL", "", "", ""),
        line("00100010", "", "EXAMPLE TRANSPORT", "TRANSPORTATION", "", "", ""),
        line("00100011", "1100000010", "", "PHYSICIAN", "", "", ""),
      ),
    );
    expect(report.leftOut).toMatchObject([
      { reason: "no NPI", count: 1, examples: ["line 3: 00100010"] },
      { reason: "no name", count: 1 },
    ]);
  });

  it("is refused without the columns that identify a provider", async () => {
    const file = { name: "list.csv", content: csv(["Provider", "NPI"], ["x", "1100000001"]) };
    await expect(importing(enrolledProviders, file, { asOf: "2026-01-31" })).rejects.toThrow(/"MEDICAID PROVIDER ID"/);
  });
});

describe("nppes", () => {
  /** The state's listing, in what matters here. */
  const listing = publication({
    folder: "ny",
    name: "listing",
    title: "Listing",
    publisher: "New York",
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
});
