import { expect, test } from "vitest";
import { madeUpText } from "../../src/dataset/made-up.ts";

const real = (table: string) => ({ table });
const madeUp = (table: string) => ({ table, synthetic: true });

test("data without a made-up source says nothing", () => {
  expect(madeUpText([])).toBeNull();
  expect(madeUpText([real("ca/providers"), real("ca/rates")])).toBeNull();
});

test("data that is all made up says so", () => {
  expect(madeUpText([madeUp("ca/providers"), madeUp("ca/rates"), madeUp("ca/rates")])).toBe(
    "All providers and all rates are made up.",
  );
});

test("made-up and mixed tables are counted, and providers are named", () => {
  const sources = [madeUp("ca/providers"), madeUp("fl/providers"), madeUp("ca/weights"), real("ca/codes")];
  expect(madeUpText(sources)).toBe("All providers and 1 table are made up.");
  const mixed = [real("ca/rates"), madeUp("ca/rates")];
  expect(madeUpText([...sources, ...mixed])).toBe("All providers and 1 table are made up, and 1 more in part.");
  expect(madeUpText(mixed)).toBe("1 table is made up in part.");
});

test("one registry of real providers is enough to count the others as tables", () => {
  expect(madeUpText([madeUp("ca/providers"), real("fl/providers"), madeUp("ca/weights")])).toBe(
    "2 tables are made up.",
  );
  expect(madeUpText([real("fl/providers"), madeUp("ca/weights")])).toBe("1 table is made up.");
});

test("a made-up source of no table is not passed over", () => {
  expect(madeUpText([{ table: null, synthetic: true }, real("ca/rates")])).toBe("Some figures are made up.");
});
