import { expect, it } from "vitest";
import { wordsIn } from "../../../src/reprice/reading/guessed-columns.ts";

it.each([
  ["DOS", ["service", "date"]],
  ["LINE_SRVC_BGN_DT", ["line", "service", "from", "date"]],
  ["constructor toString valueOf", ["constructor", "end", "string", "value", "of"]],
  ["__proto__ hasownproperty", ["proto", "hasownproperty"]],
])("The words of a heading %j are %j", (heading, words) => {
  expect([...wordsIn(heading)]).toEqual(words);
});
