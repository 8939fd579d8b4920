import { expect, it } from "vitest";
import { publicReason } from "../../../src/serve/operations/supervision.ts";

it("the reason of a refused reload is shown without the folder of the release, and limited in length", () => {
  const file = "/srv/all rates/served.db";
  expect(publicReason(`${file} is not a Ratebook release.`, file)).toBe("served.db is not a Ratebook release.");
  expect(publicReason(`${file} ${"x".repeat(1_000)}`, file)).toHaveLength(203);
});
