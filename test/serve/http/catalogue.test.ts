import { expect, test } from "vitest";
import { snakeCase } from "../../../src/core/text/spelling.ts";
import { catalogueOf } from "../../../src/serve/http/catalogue.ts";
import { states } from "../../../src/states/index.ts";
import { strictFaults } from "../../support/strict-schema.ts";
import { ask } from "./support/ask.ts";
import { fakeService } from "./support/fake-app.ts";

test("the catalogue has every parameter of every lookup and search, in the contract's order", () => {
  const catalogue = catalogueOf(states);
  const listed = catalogue.states.flatMap(({ code, settings, search }) => [
    ...settings.flatMap(({ setting, parameters }) => parameters.map(({ name }) => `${code} ${setting} ${name}`)),
    ...search.parameters.map(({ name }) => `${code} search ${name}`),
  ]);
  const declared = states.flatMap(({ code, lookups, search }) => [
    ...lookups.flatMap(({ setting, parameters }) =>
      Object.keys(parameters).map((name) => `${code} ${setting} ${snakeCase(name)}`),
    ),
    ...Object.keys(search.parameters).map((name) => `${code} search ${snakeCase(name)}`),
  ]);
  expect(listed).toEqual(declared);
});

test("it is what the OpenAPI document says of it, member by member", () => {
  const pointer = "/paths/~1catalogue.json/get/responses/200/content/application~1json/schema";
  expect(strictFaults(pointer, JSON.parse(JSON.stringify(catalogueOf(states))))).toEqual([]);
});

test("it is open to everyone, as JSON", async () => {
  const response = await ask(fakeService().app, { url: "/catalogue.json", headers: { host: "x" } });
  expect(response.statusCode).toBe(200);
  const [zeeland] = response.json().states;
  expect(zeeland.settings[0].parameters.find(({ name }: { name: string }) => name === "size")).toEqual({
    name: "size",
    kind: "choice",
    description: "Size of the thing.",
    required: false,
    identifies_provider: false,
    schema: { type: "string", maxLength: 200, enum: ["Small", "Large"] },
  });
});
