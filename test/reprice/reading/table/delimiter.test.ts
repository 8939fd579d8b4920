import { expect, it } from "vitest";
import { delimiterOf } from "../../../../src/reprice/reading/header.ts";

const KNOWN = ["npi", "billing_code", "date"];
const judge = (names: readonly string[]) => names.filter((name) => KNOWN.includes(name)).length;

it.each([
  ["commas", "npi,billing_code,date\n1,2,3\n"],
  ["semicolons", "npi;billing_code;date\n1;2,5;3\n"],
  ["tabs", '"npi"\tbilling_code\tdate\r\n1\t2\t3\r\n'],
  ["pipes", "npi|billing_code|date\n"],
  ["semicolons", "sep=;\nClaims of May, June, July and August\nnpi;billing_code;date\n"],
  ["commas", "npi,billing_code,diagnoses\n1,2,A|B|C|D|E|F\n"],
  ["commas", ""],
  ["tabs", "provider\tcode\twhen, and where\n"],
])("of columns with %s: %j", (name, text) => {
  expect(delimiterOf(text, judge).name).toBe(name);
});
