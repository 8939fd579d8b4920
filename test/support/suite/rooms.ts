/*
 * Where test files run. Those of the rooms below read, compute and compare: the files of such rooms run one after the other in the same
 * process, which loads the modules of the house once for all of them. Every other file has a process of its own.
 */
export const SHARING_ROOMS = [
  "calendar",
  "comparing",
  "conformance",
  "coverage",
  "dataset",
  "diff",
  "every-state",
  "explanation",
  "federal",
  "history",
  "imports",
  "launch",
  "map",
  "money",
  "mutate",
  "nodes",
  "options",
  "pricing",
  "provider-index",
  "providers",
  "release/origins",
  "release/verify",
  "reprice/pricing",
  "reprice/reading",
  "reprice/report",
  "reprice/values",
  "request",
  "scripts",
  "state",
  "states",
  "text",
  "web/answer",
  "web/beside-others",
  "web/changes",
  "web/charts",
  "web/coverage",
  "web/look-up",
  "web/over-time",
  "web/parts",
  "web/repricing",
  "web/words",
  "workbook",
  "worksheet",
] as const;

/** Rooms whose files take long, though they may be short to read: these begin before all others of their kind. */
const LONG_ROOMS: readonly string[] = ["fire", "cli", "operations", "every-state", "explanation"];

/** The test files of the rooms that share a process. */
export const SHARING_FILES = SHARING_ROOMS.map((room) => `test/${room}/**/*.test.ts`);

/** Where the room of a test file stands in the order of the run; 0 is first. */
export function placeOf(path: string): number {
  const place = LONG_ROOMS.findIndex((room) => path.includes(`/test/${room}/`));
  return place === -1 ? LONG_ROOMS.length : place;
}
