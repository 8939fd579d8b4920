import type { RunFiles } from "./run-files.ts";

/** Where the results of a run go: files, or whoever takes them as they come. */
export type RunOutput = Pick<
  RunFiles,
  "outputBytes" | "faultsBytes" | "write" | "synchronize" | "keep" | "close" | "discard"
>;
