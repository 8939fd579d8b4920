import { describe, expect, it } from "vitest";
import type { ExplainedNoRate } from "../../../src/answers/explanation/schema.ts";
import { availableIn } from "../../../web/src/answer/alternatives.ts";
import { snippetsOf } from "../../../web/src/answer/elsewhere/elsewhere-section.tsx";
import { helpOf } from "../../../web/src/answer/no-rate/no-rate-section.tsx";
import { distinguishing, narrowed } from "../../../web/src/answer/results-table.tsx";
import type { CatalogueParameter, CatalogueSetting } from "../../../web/src/api/ready.ts";
import type { Lookup } from "../../../web/src/look-up/lookup.ts";

function parameter(name: string, type = "string", isIdentifier = false): CatalogueParameter {
  const schema = { type } as CatalogueParameter["schema"];
  return { name, kind: "text", description: "", required: false, identifies_provider: isIdentifier, schema };
}

const setting: CatalogueSetting = {
  setting: "outpatient",
  summary: "",
  description: "",
  day_parameter: "date_of_service",
  parameters: [
    parameter("npi", "string", true),
    parameter("provider_name", "string", true),
    ...["billing_code", "procedure_type", "facility"].map((name) => parameter(name)),
    parameter("date_of_service"),
    parameter("child_patient", "boolean"),
    parameter("length_of_stay", "integer"),
    parameter("total_charges", "string"),
  ],
  modifier_parameters: [],
  figures: {},
  examples: [],
};

function lookup(fields: Lookup["fields"]): Lookup {
  return {
    state: {
      code: "xx",
      name: "Xanadu",
      program: "Xanadu Medicaid",
      settings: [setting],
      words: {},
      search: { parameters: [] },
    },
    setting,
    fields,
  };
}

describe("what else was available", () => {
  it("is every list of that name, with the parameter that takes one of its values", () => {
    const result = {
      available_procedure_types: ["A", "B"],
      available_facilities: ["F"],
      available_colours: ["red"],
      available_modifiers: [],
      others: ["x"],
    };
    expect(availableIn(result, setting)).toEqual([
      { name: "procedure_types", parameter: "procedure_type", values: ["A", "B"] },
      { name: "facilities", parameter: "facility", values: ["F"] },
      { name: "colours", parameter: null, values: ["red"] },
    ]);
  });
});

describe("what would help", () => {
  const noRate: ExplainedNoRate = {
    code: "not_in_force",
    message: "No rate.",
    sought: { table: "xx/rates", key: {}, date: "2024-05-05" },
    nearest: { start: "2023-01-01", end: "2023-12-31" },
    remedy: [],
  };

  it("is the last day of a period that is over, the first of one that is to come", () => {
    expect(helpOf(noRate, setting)).toMatchObject([{ parameter: "date_of_service", value: "2023-12-31" }]);
    const later = { start: "2025-01-01", end: null };
    expect(helpOf({ ...noRate, nearest: later }, setting)).toMatchObject([
      { value: "2025-01-01", label: "Look at Jan 1, 2025" },
    ]);
  });

  it("is what the explanation names, and no second day beside its own", () => {
    const remedy = [
      { parameter: "date_of_service", value: "2023-06-01", why: "a day with a price" },
      { parameter: "npi", value: null, why: "the check digit is wrong" },
      { parameter: "procedure_type", value: "", why: "another has a rate" },
      { parameter: "billing_code", value: "00840", why: "the zeros were lost" },
    ];
    expect(helpOf({ ...noRate, remedy }, setting).map(({ label }) => label)).toEqual([
      "Look at Jun 1, 2023",
      "Enter NPI",
      "Leave out procedure type",
      "Billing code: 00840",
    ]);
  });
});

describe("several results", () => {
  const results = [
    { provider_name: "Ash", npi: "1", billing_code: "139", soi: 1, payment_rate: "1.00", weight: "0.1" },
    { provider_name: "Elm", npi: "2", billing_code: "139", soi: 1, payment_rate: "2.00", weight: "0.2" },
    { provider_name: "Elm", npi: "3", billing_code: "139", soi: 1, payment_rate: "2.00", weight: "0.2" },
  ];

  it("are told apart by what names them, and not by their figures", () => {
    expect(distinguishing(results, lookup({}))).toEqual(["provider_name", "npi"]);
    const severities = [1, 2].map((soi) => ({ ...results[0], soi }));
    expect(distinguishing(severities, lookup({}))).toEqual(["billing_code"]);
  });

  it("are narrowed to one by an identifier that no other has, in place of the name that was sent", () => {
    const [, elm = {}] = results;
    expect(narrowed(elm, results, lookup({ provider_name: "elm" }))).toEqual({ provider_name: null, npi: "2" });
    const severities = [1, 2].map((soi) => ({ ...elm, soi }));
    expect(narrowed(severities[1] ?? {}, severities, lookup({ npi: "2", billing_code: "139" }))).toEqual({
      billing_code: "139-2",
    });
    expect(narrowed(elm, [elm, elm], lookup({ npi: "2", billing_code: "139-1" }))).toBeNull();
  });
});

describe("the same lookup elsewhere", () => {
  const fields = {
    npi: "1",
    provider_name: `O'Neil "$(x)`,
    child_patient: "true",
    length_of_stay: "3",
    total_charges: "10.50",
  };
  const [curl, typescript, python] = snippetsOf(lookup(fields), "http://127.0.0.1:8080").map(({ text }) => text);

  it("has the key from the environment and nothing of a value that a shell would run", () => {
    expect(curl).toContain(`curl -H "Authorization: Bearer $RATEBOOK_API_KEY"`);
    expect(curl).toContain("provider_name=O%27Neil+%22%24%28x%29");
    expect(python).toContain('os.environ["RATEBOOK_API_KEY"]');
  });

  it("is typed for the client: flags and counts as such, amounts as texts with all their digits", () => {
    expect(typescript).toContain(
      '{\n  npi: "1",\n  provider_name: "O\'Neil \\"$(x)",\n  child_patient: true,\n  length_of_stay: 3,\n  total_charges: "10.50",\n}',
    );
  });
});
