import { expect, test } from "vitest";
import type { RateData } from "../../src/dataset/rate-data.ts";
import { remembered } from "../../src/pricing/remembered.ts";

function data(): RateData {
  return { rows: () => [], hasRows: () => false };
}

test("a rule is worked out once per key and release", () => {
  let worked = 0;
  const rule = remembered(
    (code: string) => code,
    (_data, code: string) => `${code} ${++worked}`,
  );
  const [release, other] = [data(), data()];
  expect(rule(release, "A")).toBe("A 1");
  expect(rule(release, "A")).toBe("A 1");
  expect(rule(release, "B")).toBe("B 2");
  expect(rule(other, "A")).toBe("A 3");
});

test("an outcome that is undefined is an outcome too", () => {
  let worked = 0;
  const rule = remembered(
    () => "",
    () => {
      worked += 1;
      return undefined;
    },
  );
  const release = data();
  rule(release);
  rule(release);
  expect(worked).toBe(1);
});
