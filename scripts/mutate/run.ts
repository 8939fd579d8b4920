import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { baseline } from "./baseline.ts";
import { Compiler } from "./compiler.ts";
import { copyOf, plant } from "./copy.ts";
import { drawn } from "./draw.ts";
import { declaredEquivalents, Equivalents, staleAmong } from "./equivalents.ts";
import { judgesOf } from "./judges.ts";
import { judged } from "./judging.ts";
import { mutantsOf } from "./mutants.ts";
import { type Options, optionsOf, USAGE } from "./options.ts";
import { KILLED_SHARE_MIN, shownByFolder, shownMutant, shownTotals, totalsOf } from "./report.ts";
import { shuffled } from "./sample.ts";
import { sourcesOf } from "./sources.ts";

/*
 * npm run mutate: breaks rules on purpose, one at a time, and asks the tests whether they notice (docs/contributing/quality.md).
 * The seed decides which of all possible mutants are tried, the same on every machine.
 */

const root = join(import.meta.dirname, "../..");
const options = askedFor(process.argv.slice(2));
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));

const started = performance.now();
const equivalents = declaredEquivalents();
const sources = sourcesOf(root, options.only);
const all = [...sources].flatMap(([file, source]) => mutantsOf(file, source));
const stale = staleAmong(
  equivalents.filter(({ file }) => options.only.length === 0 || sources.has(file)),
  all,
);
for (const { file, original } of stale)
  say(`No longer a mutant, though equivalent.json lists it: ${file}: ${original}`);

const copy = copyOf(root);
const compiler = new Compiler(copy, sources);
const { mutants, refused } = drawn(shuffled(all, options.seed), options.count, (some) => compiler.refused(some));
say(
  `${mutants.length} of ${all.length} mutants, seed ${options.seed}; passed over, as they do not compile: ${refused}.`,
);
plant(copy, sources, mutants);

const { judges, failing } = await baseline(copy, options.jobs, judgesOf(root, options.isThorough));
say(`${judges.length} test files judge (${elapsed()} so far).`);
for (const path of failing) say(`Fails without any mutant, so it judges none: ${path}`);
if (judges.length === 0) {
  say("No test passes without a mutant, so none can be judged.");
  process.exit(1);
}

const known = new Equivalents(equivalents);
let settled = 0;
const fates = await judged(
  copy,
  options.jobs,
  mutants,
  judges,
  (mutant) => known.reasonFor(mutant),
  (mutant, fate) => {
    settled += 1;
    if (fate.kind === "survived" || !options.survivorsOnly) {
      say(`[${settled}/${mutants.length}] ${shownMutant(mutant, fate)}`);
    }
  },
);

const totals = totalsOf(fates);
say(`\n${shownByFolder(mutants, fates)}\n\n${shownTotals(totals)}\nseed ${options.seed}, ${elapsed()}`);
if (options.json !== null) {
  const judgedMutants = mutants.map(({ edit, declaration, ...mutant }, index) => ({ ...mutant, fate: fates[index] }));
  writeFileSync(
    options.json,
    JSON.stringify({ seed: options.seed, totals, failing, stale, mutants: judgedMutants }, null, 2),
  );
}
if (totals.share < KILLED_SHARE_MIN || failing.length > 0) process.exitCode = 1;

/** The options; prints the usage and ends for --help or an invalid option. */
function askedFor(args: readonly string[]): Options {
  let options: Options | null = null;
  let fault: string | null = null;
  try {
    options = optionsOf(args);
  } catch (error) {
    fault = (error as Error).message;
  }
  if (options !== null) return options;
  say(fault === null ? USAGE : `${fault}\n\n${USAGE}`);
  process.exit(fault === null ? 0 : 2);
}

function say(text: string): void {
  console.log(text);
}

function elapsed(): string {
  return `${Math.round((performance.now() - started) / 1000)} s`;
}
