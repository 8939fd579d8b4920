import { parseArgs } from "node:util";

/** The options of each of the three tools. */
export interface FireOptions {
  readonly seed: number;
  readonly minutes: number;
  /** The parts to run; all when empty. */
  readonly only: readonly string[];
  /** What the tool's own option says; null where it has none. */
  readonly count: number | null;
}

/** A tool as its command line presents it. */
export interface Tool {
  readonly name: string;
  readonly about: string;
  readonly minutes: number;
  /** The names that --only takes. */
  readonly parts: readonly string[];
  /** An option of its own that takes a whole number, such as `--nodes 3`. */
  readonly count?: CountOption;
}

interface CountOption {
  readonly option: string;
  readonly about: string;
  readonly usual: number;
  readonly min: number;
  readonly max: number;
}

/** The options of a tool; prints the usage and ends the process for --help or an invalid option. */
export function askedFor(tool: Tool, args: readonly string[]): FireOptions {
  let options: FireOptions | null = null;
  let fault: string | null = null;
  try {
    options = optionsOf(tool, args);
  } catch (error) {
    fault = (error as Error).message;
  }
  if (options !== null) return options;
  console.log(fault === null ? usage(tool) : `${fault}\n\n${usage(tool)}`);
  process.exit(fault === null ? 0 : 2);
}

/** Null for --help; throws when an option is invalid. */
export function optionsOf(tool: Tool, args: readonly string[]): FireOptions | null {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seed: { type: "string", default: "1" },
      minutes: { type: "string", default: String(tool.minutes) },
      only: { type: "string", multiple: true, default: [] },
      help: { type: "boolean", default: false },
      ...(tool.count === undefined
        ? {}
        : { [tool.count.option]: { type: "string" as const, default: String(tool.count.usual) } }),
    },
  });
  if (values.help) return null;
  const only = values.only.flatMap((names) => names.split(","));
  const unknown = only.find((name) => !tool.parts.includes(name));
  if (unknown !== undefined) throw new Error(`--only takes ${tool.parts.join(", ")}, not "${unknown}".`);
  const seed = Number(values.seed);
  if (!Number.isSafeInteger(seed) || seed < 0) throw new Error(`--seed takes a whole number, not "${values.seed}".`);
  const minutes = Number(values.minutes);
  if (!(minutes > 0)) throw new Error(`--minutes takes a number above 0, not "${values.minutes}".`);
  return { seed, minutes, only, count: tool.count === undefined ? null : countOf(tool.count, values) };
}

function countOf({ option, min, max }: CountOption, values: Readonly<Record<string, unknown>>): number {
  const count = Number(values[option]);
  if (Number.isSafeInteger(count) && count >= min && count <= max) return count;
  throw new Error(`--${option} takes a whole number from ${min} to ${max}, not "${values[option]}".`);
}

function usage({ name, about, minutes, parts, count }: Tool): string {
  const only = parts.length === 0 ? [] : [`  --only PART     ${parts.join(", ")}; may be repeated`];
  const own = count === undefined ? [] : [`  ${`--${count.option} N`.padEnd(15)} ${count.about} (${count.usual})`];
  return `npm run ${name} -- [options]        ${about} (docs/contributing/reliability.md)

  --seed N        which inputs are tried (1)
${[`  --minutes N     for how long (${minutes})`, ...own, ...only].join("\n")}`;
}
