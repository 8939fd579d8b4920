import { join } from "node:path";

export const ROOT = join(import.meta.dirname, "../..");
/** What every dataset is made of. */
export const SAMPLE = join(ROOT, "data/sample");
/** Datasets and releases that the benchmark makes; kept for the next run. */
export const WORK = join(ROOT, ".ratebook/bench");
