import { parseArgs } from "node:util";

export interface Options {
  readonly seed: number;
  readonly count: number;
  /** Folders or files to take mutants from; all when empty. */
  readonly only: readonly string[];
  readonly jobs: number;
  /** Every test judges, those that start processes and read publications too. */
  readonly isThorough: boolean;
  readonly survivorsOnly: boolean;
  /** Where the whole report is written to as JSON. */
  readonly json: string | null;
}

export const USAGE = `npm run mutate -- [options]        breaks rules on purpose and asks the tests whether they notice (docs/contributing/quality.md)

  --seed N            which mutants are tried (1)
  --count N           how many (400)
  --only PATH         of this folder or file alone; may be repeated
  --jobs N            test processes (2)
  --thorough          every test judges, those that start processes and read publications too
  --survivors-only    says nothing of those that were killed
  --json FILE         writes the whole report

Example: npm run mutate -- --only src/states/ny --count 50 --seed 7`;

/** The options, or null for --help. */
export function optionsOf(args: readonly string[]): Options | null {
  const { values } = parseArgs({
    args: [...args],
    options: {
      seed: { type: "string", default: "1" },
      count: { type: "string", default: "400" },
      only: { type: "string", multiple: true, default: [] },
      jobs: { type: "string", default: "2" },
      thorough: { type: "boolean", default: false },
      "survivors-only": { type: "boolean", default: false },
      json: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return null;
  return {
    seed: whole("seed", values.seed, 0),
    count: whole("count", values.count, 1),
    only: values.only,
    jobs: whole("jobs", values.jobs, 1),
    isThorough: values.thorough,
    survivorsOnly: values["survivors-only"],
    json: values.json ?? null,
  };
}

function whole(name: string, text: string, least: number): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= least) return value;
  throw new Error(`--${name} takes a whole number of at least ${least}, not "${text}".`);
}
