import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

/** Several checkers would look at shared types several times: they take a third more processor time, which tests need beside them. */
const ONE_CHECKER = ["--checkers", "1"];

const CRUISER = "node_modules/dependency-cruiser/bin/dependency-cruiser.mjs";

/** What is checked beside the tests, by the programs of `npm run check`. */
const CHECKS: Readonly<Record<string, readonly string[]>> = {
  lint: ["biome", "check"],
  types: ["tsc", "-p", ".", ...ONE_CHECKER],
  "types of the page": ["tsc", "-p", "web", ...ONE_CHECKER],
  imports: ["node", "--import", "ratebook-typescript-5", CRUISER, "src", "web/src", "client/src", "scripts", "bench"],
  "unused files, exports and packages": ["knip"],
};

/** Rare garbage collection saves the compiler a quarter of its processor time, for 270 MB more memory. */
const ENVIRONMENT = { ...process.env, GOGC: "1600" };

/** More than the messages of any check that has to be read. */
const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;

/** Runs all checks one after the other, so that tests keep most of the processors. Returns the names of those that failed. */
export async function checkBeside(root: string, say: (text: string) => void): Promise<readonly string[]> {
  const failed: string[] = [];
  for (const [name, [program = "", ...args]] of Object.entries(CHECKS)) {
    const { hasPassed, output } = await outcomeOf(root, program, args);
    say(`${name}: ${hasPassed ? "passed" : "FAILED"}`);
    if (hasPassed) continue;
    process.stderr.write(output);
    failed.push(name);
  }
  return failed;
}

async function outcomeOf(root: string, program: string, args: readonly string[]) {
  try {
    const file = program === "node" ? process.execPath : join(root, "node_modules", ".bin", program);
    await promisify(execFile)(file, [...args], { cwd: root, env: ENVIRONMENT, maxBuffer: OUTPUT_BYTES_MAX });
    return { hasPassed: true, output: "" };
  } catch (error) {
    const { stdout = "", stderr = "", message } = error as Error & { stdout?: string; stderr?: string };
    return { hasPassed: false, output: stdout + stderr || `${message}\n` };
  }
}
