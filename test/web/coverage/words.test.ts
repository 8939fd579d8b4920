import { expect, test } from "vitest";
import { editionText, keyText } from "../../../web/src/coverage/words.ts";

const EDITION = { publication: "xx/fees", newest: "2026-01-01", in_use: "2026-01-01", age_months: 10, stale: false };

test("an edition has its month and its age, and a later one is said", () => {
  expect(editionText(EDITION)).toBe("January 2026, 10 months");
  expect(editionText({ ...EDITION, age_months: 1 })).toBe("January 2026, 1 month");
  expect(editionText({ ...EDITION, age_months: 0 })).toBe("January 2026, less than a month");
  expect(editionText({ ...EDITION, newest: "2026-07-01" })).toBe(
    "January 2026, 10 months; a later one is of July 2026",
  );
  expect(editionText({ ...EDITION, in_use: null, age_months: null })).toBe(
    "none yet on this day; the newest is of 1 Jan 2026",
  );
});

test("a key names the columns that are filled", () => {
  expect(keyText({ code: "99213", modifier: null, place: "", minutes: 15 })).toBe("code 99213, minutes 15");
});
