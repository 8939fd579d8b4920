import { expect, test } from "vitest";
import { registryOf } from "./test-registry.ts";

test("each of seventy thousand identifiers finds its own row and no other", () => {
  const { directory } = registryOf(
    Array.from({ length: 70_000 }, (_, index) => ({
      name: `N${(index * 31) % 997}`,
      npi: String(1_000_000_000 + index),
    })),
  );
  for (let index = 0; index < 70_000; index += 7) {
    const npi = String(1_000_000_000 + index);
    expect(directory.find({ npi }, null).map((row) => row.npi)).toEqual([npi]);
  }
  for (let index = 70_000; index < 80_000; index += 1) {
    expect(directory.find({ npi: String(1_000_000_000 + index) }, null)).toEqual([]);
  }
});
