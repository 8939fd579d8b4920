import { describe, expect, test } from "vitest";
import { ratebook } from "../../../src/cli/program.ts";
import { earlierRates, STARTED_WITH, stepsFor } from "../../../web/src/load-rates/steps.ts";
import { dataState } from "../../../web/src/top-bar.tsx";

describe("loading real rates", () => {
  const steps = stepsFor(["ca", "fl"], "ratebook");

  test("takes five steps, each with a command", () => {
    expect(steps).toHaveLength(5);
    expect(steps.every(({ commands }) => commands.length > 0)).toBe(true);
  });

  test.each([...steps, earlierRates("ratebook")].flatMap(({ commands }) => commands))(
    "%s is a command with these options",
    async (line) => {
      const [, name = "", ...rest] = line.split(" ");
      const program = await ratebook(name);
      let command = program.commands.find((each) => each.name() === name);
      if (command?.commands.length) command = command.commands.find((each) => each.name() === rest.shift());
      const { operands, unknown } = command?.parseOptions(rest) ?? { operands: [], unknown: ["no such command"] };
      expect(unknown).toEqual([]);
      expect(operands).toHaveLength(command?.registeredArguments.length ?? -1);
    },
  );

  test("begins as Ratebook was started", () => {
    for (const { command } of STARTED_WITH) {
      const commands = stepsFor(["ny"], command).flatMap((step) => step.commands);
      expect(commands.every((each) => each.startsWith(`${command} `))).toBe(true);
    }
  });
});

describe("the data line", () => {
  const source = (table: string, days: object) => ({ table, edition: null, published: null, ...days }) as never;

  test("says from when to when the rates are, without providers, shared tables and what is made up", () => {
    const sources = [
      source("ca/rates", { published: "2023-03-15" }),
      source("fl/rates", { edition: "2026-01-01", published: "2020-01-01" }),
      source("ca/providers", { edition: "2026-11-01" }),
      source("common/hcpcs", { published: "2018-11-02" }),
      source("ca/weights", { published: "2026-11-15", synthetic: true }),
    ];
    expect(dataState({ name: "Rates", version: "7", sources })).toBe(
      "Rates 7 · made up in part · rates as of Mar 2023 to Jan 2026",
    );
    expect(dataState({ name: "Rates", version: "7", sources: sources.slice(1, 3) })).toBe(
      "Rates 7 · rates as of Jan 2026",
    );
    expect(dataState({ name: "Rates", version: "7", sources: sources.slice(4) })).toBe("Rates 7 · made up");
    expect(dataState({ name: "Rates", version: "7", sources: [] })).toBe("Rates 7");
  });
});
