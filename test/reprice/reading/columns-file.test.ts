import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readColumnsFile, writeColumnsFile } from "../../../src/reprice/reading/decided-columns.ts";
import { temporaryFolder } from "../../serve/operations/support/running-server.ts";

const folder = temporaryFolder();
const file = join(folder.path, "columns.json");
afterAll(() => folder.remove());

test("keeps what each heading is, and which are nothing", () => {
  expect(readColumnsFile(file)).toBeNull();
  writeColumnsFile(file, ["DOS", "Payer", "Mod 1", "Paid", "NPI"], {
    count: 5,
    parameters: [
      { name: "date_of_service", heading: "DOS", index: 0 },
      { name: "npi", heading: "NPI", index: 4 },
    ],
    modifiers: [{ name: "Mod 1", index: 2 }],
    severity: null,
    codeSystem: null,
    units: null,
    paid: { name: "Paid", index: 3 },
    allowed: null,
    billed: null,
    guessed: [],
  });
  expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({
    DOS: "date_of_service",
    Payer: null,
    "Mod 1": "modifier",
    Paid: "paid_amount",
    NPI: "npi",
  });
  expect([...(readColumnsFile(file) ?? [])]).toContainEqual(["Payer", null]);
});

test.each([
  ["{", "cannot be read"],
  ["[]", "is no file of columns"],
  ['{"DOS": 1}', "is no file of columns"],
  [`{"a":"${"x".repeat(1 << 20)}"}`, "has more than 1048576 bytes"],
])("a file that is none is refused", (text, reason) => {
  writeFileSync(file, text);
  expect(() => readColumnsFile(file)).toThrow(reason);
});
