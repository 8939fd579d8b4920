import { expect, it } from "vitest";
import { formAccepted } from "../../src/http/explained-text.ts";

it.each([
  [undefined, "explanation"],
  ["*/*", "explanation"],
  ["application/json", "explanation"],
  ["text/html", "page"],
  ["text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "page"],
  ["TEXT/HTML; q=0.5", "page"],
  ["text/html;q=0", "explanation"],
  ["application/json, text/html;q=0.1", "explanation"],
  ["text/html;q=0.1, application/json;q=0.05", "page"],
  ["x-text/html-y", "explanation"],
  ["text/htmlx", "explanation"],
])("a client that accepts %s gets the %s", (accept, form) => {
  expect(formAccepted(accept)).toBe(form);
});
