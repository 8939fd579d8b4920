import { expect, test } from "vitest";
import { quoted, withoutInvisible } from "../../../src/core/text/refusal.ts";

test("characters that nobody sees are left out of what is read, and shown in what is told", () => {
  expect(withoutInvisible("\u202e12\u200b3\u00ad\u2060")).toBe("123");
  expect(withoutInvisible("Peña 5")).toBe("Peña 5");
  expect(quoted("\u202eabc")).toBe('"\\u202eabc"');
});
