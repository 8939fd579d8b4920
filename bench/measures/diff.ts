import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { run } from "../processes.ts";
import type { Result } from "../result.ts";
import { RATEBOOK } from "../servers.ts";
import { build, type Setup } from "../setup.ts";

/** One provider in so many has another name, and one rate in so many another unit value. */
const CHANGED_ONE_IN = 20;

/** Two releases of a large registry through `ratebook diff`, all changes written to a CSV. */
export async function measureDiff({ dataset, release }: Setup): Promise<readonly Result[]> {
  const folder = mkdtempSync(join(tmpdir(), "ratebook-bench-diff-"));
  try {
    const [next, out] = [join(folder, "next.db"), join(folder, "changes.csv")];
    await build(nextEdition(dataset, join(folder, "dataset")), next);
    const { seconds, megabytes } = await run(RATEBOOK, ["diff", release, next, "--csv", out]);
    const lines = readFileSync(out, "utf8").split("\n").length;
    if (lines < CHANGED_ONE_IN) throw new Error(`ratebook diff found ${lines} changes`);
    const shared = { floor: `${readingSeconds([release, next]).toFixed(2)} s reading both` };
    return [
      {
        ...shared,
        what: "diff of two releases, all changes to a CSV",
        measured: `${lines.toLocaleString("en")} lines written`,
        value: seconds,
        unit: " s",
        budget: 60,
      },
      {
        ...shared,
        what: "memory of that diff",
        measured: `${megabytes.toFixed(0)} MB`,
        value: megabytes,
        unit: " MB",
        budget: 500,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The dataset with some names and rates of California changed. */
function nextEdition(dataset: string, folder: string): string {
  cpSync(dataset, folder, { recursive: true });
  const rewrite = (file: string, change: (line: string) => string) => {
    const lines = readFileSync(join(folder, file), "utf8").split("\n");
    const changed = lines.map((line, place) => (place > 0 && place % CHANGED_ONE_IN === 0 ? change(line) : line));
    writeFileSync(join(folder, file), changed.join("\n"));
  };
  rewrite("ca/providers.csv", (line) => line.replace(" ", " New "));
  rewrite("ca/outpatient_rates.csv", (line) => line.replace(/^([^,]*,[^,]*,[0-9]+\.[0-9]+),/, "$11,"));
  return folder;
}

function readingSeconds(files: readonly string[]): number {
  const start = performance.now();
  for (const file of files) readFileSync(file);
  return (performance.now() - start) / 1000;
}
