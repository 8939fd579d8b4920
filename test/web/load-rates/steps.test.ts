import { describe, expect, test } from "vitest";
import { ratebook } from "../../../src/cli/program.ts";
import { earlierRates, stepsFor } from "../../../web/src/load-rates/steps.ts";

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
});
