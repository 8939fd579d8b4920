import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "../support/places.ts";
import { peakMegabytes } from "../support/processes.ts";
import type { Row } from "../support/row.ts";
import { build } from "./build.ts";

const MEMORY_MILLISECONDS = 50;
/** One provider in so many has another name, and one rate in so many another unit value. */
const CHANGED_ONE_IN = 20;

/** Two releases of a large registry through `ratebook diff`, all changes written to a CSV. */
export async function measureDiff(dataset: string, release: string): Promise<readonly Row[]> {
  const folder = mkdtempSync(join(tmpdir(), "ratebook-bench-diff-"));
  try {
    const next = join(folder, "next.db");
    await build(nextEdition(dataset, join(folder, "dataset")), next);
    const { seconds, megabytes } = await diff(release, next, join(folder, "changes.csv"));
    const shared = { floor: "", better: "less" } as const;
    return [
      {
        ...shared,
        what: "diff of two releases, all changes to a CSV",
        measured: `${seconds.toFixed(1)} s`,
        value: seconds,
        unit: " s",
        budget: 60,
        stretch: 20,
      },
      {
        ...shared,
        what: "memory of that diff",
        measured: `${megabytes.toFixed(0)} MB at most`,
        value: megabytes,
        unit: " MB",
        budget: 500,
        stretch: 250,
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

async function diff(
  before: string,
  after: string,
  out: string,
): Promise<{ readonly seconds: number; readonly megabytes: number }> {
  const start = performance.now();
  const child = spawn(join(ROOT, "bin/ratebook"), ["diff", before, after, "--csv", out], { stdio: "ignore" });
  let megabytes = 0;
  const watch = setInterval(() => {
    megabytes = Math.max(megabytes, peakMegabytes(child.pid as number));
  }, MEMORY_MILLISECONDS);
  const [code] = await once(child, "close");
  clearInterval(watch);
  const seconds = (performance.now() - start) / 1000;
  const lines = readFileSync(out, "utf8").split("\n").length;
  if (code !== 0 || lines < CHANGED_ONE_IN) throw new Error(`ratebook diff ended with ${code} and ${lines} lines`);
  return { seconds, megabytes };
}
