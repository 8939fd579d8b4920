import { describe, expect, test } from "vitest";
import { qualifyingProviders } from "../../src/providers/qualifying.ts";
import { registryOf } from "./test-registry.ts";

describe("providers that can be priced", () => {
  const { directory } = registryOf([
    { name: "A", npi: "1", type: "office" },
    { name: "B", npi: "2", type: "hospital" },
    { name: "C", npi: "1", type: "hospital" },
    { name: "D", npi: "3", type: "office" },
    { name: "E", npi: "4", type: null },
    { name: "F", npi: "2", type: "office" },
  ]);
  const everybody = Uint32Array.of(0, 1, 2, 3, 4, 5);
  const asked: string[] = [];
  const only = (type: string | null) => (classNumber: number) => {
    const own = directory.representative("outpatient", classNumber).type as string;
    asked.push(own);
    return type === null || own === type;
  };

  test("are counted once, however many rows they have", async () => {
    expect(await qualifyingProviders(directory, "outpatient", everybody, only(null), 20)).toEqual({
      total: 3,
      rows: [0, 1, 2, 3, 5],
    });
  });

  test("are ordered by their first qualifying row, and only the first of them give rows", async () => {
    expect(await qualifyingProviders(directory, "outpatient", everybody, only("office"), 2)).toEqual({
      total: 3,
      rows: [0, 3],
    });
    expect(await qualifyingProviders(directory, "outpatient", everybody, only("hospital"), 1)).toEqual({
      total: 2,
      rows: [1],
    });
    expect(await qualifyingProviders(directory, "outpatient", Uint32Array.of(2, 3), only(null), 9)).toEqual({
      total: 2,
      rows: [2, 3],
    });
  });

  test("are asked about by class, once each", async () => {
    asked.length = 0;
    await qualifyingProviders(directory, "outpatient", everybody, only(null), 20);
    expect(asked).toEqual(["office", "hospital"]);
  });

  test("are rows where every row is a provider of its own", async () => {
    const { directory: alone } = registryOf(
      Array.from({ length: 3_000 }, (_, index) => ({
        name: "N",
        npi: String(index),
        type: index % 3 === 0 ? "x" : "y",
      })),
    );
    const all = Uint32Array.from({ length: 3_000 }, (_, index) => index);
    const { total, rows } = await qualifyingProviders(
      alone,
      "outpatient",
      all,
      (classNumber) => alone.representative("outpatient", classNumber).type === "x",
      20,
    );
    expect(total).toBe(1_000);
    expect(rows.map((row) => alone.row(row).type)).toEqual(Array.from({ length: 20 }, () => "x"));
  });
});
