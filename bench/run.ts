import { parseArgs } from "node:util";
import { measureBuild } from "./measures/build.ts";
import { measureDiff } from "./measures/diff.ts";
import { measureNames } from "./measures/names.ts";
import { measureBatch, measureExplanation, measureGet } from "./measures/over-http.ts";
import { measurePage } from "./measures/page.ts";
import { measurePricing } from "./measures/pricing.ts";
import { measureRepriceCsv, measureRepriceWorkbook } from "./measures/reprice.ts";
import { measureMemory, measureStart } from "./measures/start-and-memory.ts";
import { isMet, lineOf, type Result } from "./result.ts";
import { type Setup, setUp } from "./setup.ts";

/*
 * The budgets of the service, each beside a floor measured in the same run, so that the figures mean the same on every
 * machine (docs/contributing/performance.md).
 */

/** Fewer providers would leave some kinds of them out. */
const SIZE_MIN = 1_000;

const { values, positionals } = argumentsGiven();

function argumentsGiven() {
  try {
    return parseArgs({ allowPositionals: true, options: { size: { type: "string", default: "1000000" } } });
  } catch (error) {
    console.error((error as Error).message);
    process.exit(2);
  }
}
const size = Number(values.size);
let setup: Promise<Setup> | undefined;

/** A measure over a large registry, which is made when the first of them needs it. */
function withRegistry<Measured>(measure: (setup: Setup) => Promise<Measured>): () => Promise<Measured> {
  return async () => {
    setup ??= setUp(size);
    return await measure(await setup);
  };
}

const MEASURES: Readonly<Record<string, () => Promise<Result | readonly Result[]>>> = {
  build: withRegistry(measureBuild),
  pricing: withRegistry(measurePricing),
  start: withRegistry(measureStart),
  get: withRegistry(measureGet),
  explanation: withRegistry(measureExplanation),
  batch: withRegistry(measureBatch),
  names: withRegistry(measureNames),
  memory: withRegistry(measureMemory),
  "reprice-csv": withRegistry(measureRepriceCsv),
  "reprice-workbook": withRegistry(measureRepriceWorkbook),
  diff: withRegistry(measureDiff),
  page: measurePage,
};

const names = Object.keys(MEASURES);
const unknown = positionals.find((name) => !names.includes(name));
if (unknown !== undefined || !(size >= SIZE_MIN)) {
  console.error(
    unknown === undefined
      ? `--size is ${values.size}, not a number of providers from ${SIZE_MIN} up.`
      : `There is no measure "${unknown}". Name some of ${names.join(", ")}.`,
  );
  process.exit(2);
}

console.log(`Node ${process.version}, ${process.arch}, ${size.toLocaleString("en")} providers of California`);
for (const [name, measure] of Object.entries(MEASURES)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue;
  for (const result of [await measure()].flat()) {
    console.log(lineOf(result));
    if (!isMet(result)) process.exitCode = 1;
  }
}
