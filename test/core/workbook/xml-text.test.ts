import { expect, test } from "vitest";
import { xmlText } from "../../../src/core/workbook/cell.ts";

const REPLACED = "\ufffd";

test.each([
  ["plain, 12.50", "plain, 12.50"],
  ["a\u0001b", `a${REPLACED}b`],
  ["\ud800x", `${REPLACED}x`],
  ["x\udc00", `x${REPLACED}`],
  ["\uffff", REPLACED],
  ["\u{1f600}<", "\u{1f600}&lt;"],
  ['a & "b" > c', "a &amp; &quot;b&quot; &gt; c"],
  ["tab\tline\nend\r", "tab\tline\nend&#13;"],
  ["_x0041_", "_x005F_x0041_"],
])("%j is written as %j", (text, xml) => {
  expect(xmlText(text)).toBe(xml);
});
