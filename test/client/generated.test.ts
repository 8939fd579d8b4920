import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { methodName } from "../../scripts/client-types/answers-file.ts";
import { clientFiles } from "../../scripts/client-types/files.ts";
import { formatted } from "../../scripts/client-types/formatted.ts";
import { declarationText, fieldsText, typeText } from "../../scripts/client-types/type-text.ts";
import { lookupKinds } from "../../src/answers/index.ts";
import { states } from "../../src/states/index.ts";

const FOLDER = join(import.meta.dirname, "../../client/src/generated");
const files = clientFiles(states);

describe("The generated types of the client", () => {
  it("are those files and no others", () => {
    expect(readdirSync(FOLDER).sort()).toEqual([...files.keys()].sort());
  });

  it("have a method for every kind of answer, of a name that TypeScript has", () => {
    const text = files.get("answers.ts") ?? "";
    for (const kind of lookupKinds) expect(text).toMatch(new RegExp(`^ *${methodName(kind)}<State`, "m"));
    expect(methodName({ name: "what-if" })).toBe("whatIf");
  });

  it.each([...files.keys()])("are as the declarations make them (else: npm run client-types): %s", (name) => {
    expect(readFileSync(join(FOLDER, name), "utf8")).toBe(formatted(name, files.get(name) ?? ""));
  });
});

describe("A schema as a type", () => {
  it.each([
    ["a reference", { $ref: "#/components/schemas/Fault" }, "Fault"],
    ["a text or null", { type: ["string", "null"] }, "string | null"],
    ["a number", { type: ["integer", "number"] }, "number"],
    ["one of some", { type: ["string", "null"], enum: ["a", null] }, '"a" | null'],
    ["a constant", { const: true }, "true"],
    ["a list", { type: "array", items: { type: ["string", "null"] } }, "readonly (string | null)[]"],
    ["either", { anyOf: [{ type: "string" }, { type: "null" }] }, "string | null"],
    ["by name", { type: "object", additionalProperties: { type: "boolean" } }, "Readonly<Record<string, boolean>>"],
    ["anything by name", { type: "object" }, "Readonly<Record<string, unknown>>"],
    ["anything", { description: "A value." }, "unknown"],
  ])("%s", (_what, schema, text) => {
    expect(typeText(schema)).toBe(text);
  });

  it("an object with what its fields mean, and which must be there", () => {
    const properties = { a: { type: "string", description: "Ends */ here." }, b: { type: "integer" } };
    expect(fieldsText(properties, ["a"], " | undefined")).toBe(
      "{\n/** Ends * / here. */\nreadonly a: string;\nreadonly b?: number | undefined;\n}",
    );
  });

  it("has a name of letters and digits", () => {
    expect(() => declarationText("CaWhat-if", { type: "string" })).toThrow('"CaWhat-if" is no name of a type.');
  });

  it("of a form that nobody knows is not guessed", () => {
    expect(() => typeText({ type: "date" })).toThrow("There is no TypeScript type for the JSON type date.");
  });
});
