import { expect, test } from "vitest";
import { RepeatedCells } from "../../src/registry/stored-row-reader.ts";

const texts = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix}${index}`);

test("texts are numbered as they first come, and keep their numbers", () => {
  const cities = new RepeatedCells();
  expect(["Fresno", "Oakland", "Fresno", "Napa", "Oakland"].map((city) => cities.numbered(city))).toEqual([
    0, 1, 0, 2, 1,
  ]);
  expect(cities.texts).toEqual(["Fresno", "Oakland", "Napa"]);
});

test("a column whose texts do not come again is given up after 512 of them; what has a number by then keeps it in earlier rows", () => {
  const npis = new RepeatedCells();
  const numbered = texts("NPI ", 600).map((npi) => npis.numbered(npi));
  expect(numbered[511]).toBe(511);
  expect(numbered[512]).toBe("NPI 512");
  expect(npis.numbered("NPI 0")).toBe("NPI 0");
  expect(npis.texts).toHaveLength(512);
});

test("a column with more than 2,048 texts has numbers for the first of them, and goes on to use them", () => {
  const cities = new RepeatedCells();
  for (const city of texts("City ", 3_000)) {
    cities.numbered(city);
    cities.numbered(city);
  }
  expect(cities.texts).toHaveLength(2_048);
  expect(cities.numbered("City 2047")).toBe(2_047);
  expect(cities.numbered("City 2048")).toBe("City 2048");
});

test("a column whose texts have come again as often as there are texts is not given up", () => {
  const zipCodes = new RepeatedCells();
  for (const zipCode of texts("Z", 512)) zipCodes.numbered(zipCode);
  for (const zipCode of texts("Z", 512)) zipCodes.numbered(zipCode);
  expect(zipCodes.numbered("another")).toBe(512);
});
