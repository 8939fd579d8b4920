/** One instruction of a container file. */
export interface Instruction {
  readonly name: string;
  readonly text: string;
}

/** The instructions of a container file, continued lines joined and comments left out. */
export function instructionsIn(file: string): readonly Instruction[] {
  const lines = file.split("\n").filter((line) => !/^\s*(#|$)/.test(line));
  const joined = lines.join("\n").replaceAll(/\s*\\\n\s*/g, " ");
  return joined.split("\n").map((line) => {
    const [, name = "", text = ""] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    return { name, text };
  });
}

/** The instructions of its last stage, which the image is made of, without those of the stages before. */
export function lastStage(instructions: readonly Instruction[]): readonly Instruction[] {
  return instructions.slice(instructions.findLastIndex(({ name }) => name === "FROM"));
}
