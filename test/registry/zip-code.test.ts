import { expect, it } from "vitest";
import { storedZip, zipQuery } from "../../src/registry/zip-code.ts";

it("a ZIP code is sought by five digits, or by nine with or without a hyphen", () => {
  expect(zipQuery("90210")).toEqual({ five: "90210", plusFour: null });
  expect(zipQuery("90210-1234")).toEqual({ five: "90210", plusFour: "1234" });
  expect(zipQuery("902101234")).toEqual({ five: "90210", plusFour: "1234" });
  for (const value of ["9021", "902101", "90210-123", "90210-12345", "9021A", " 90210", ""]) {
    expect(zipQuery(value)).toBeNull();
  }
});

it("a stored ZIP code has its first five digits, and its last four when there are nine", () => {
  expect(storedZip("90210-1234")).toEqual({ five: "90210", plusFour: "1234" });
  expect(storedZip("90210 1234")).toEqual({ five: "90210", plusFour: "1234" });
  expect(storedZip("902 10")).toEqual({ five: "90210", plusFour: null });
  expect(storedZip("90210-123")).toEqual({ five: "90210", plusFour: null });
  expect(storedZip("90210-12345")).toEqual({ five: "90210", plusFour: null });
  expect(storedZip("9021-")).toBeNull();
  expect(storedZip("")).toBeNull();
});
