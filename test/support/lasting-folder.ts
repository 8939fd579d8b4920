import { tmpdir } from "node:os";

/** Names the folder for temporary files that outlive a run (`suite/temporary-files.ts`). */
export const LASTING_VARIABLE = "RATEBOOK_TEST_LASTING";

/** For what one run of tests leaves for the next, such as the programs of PostgreSQL. */
export function lastingFolder(): string {
  return process.env[LASTING_VARIABLE] ?? tmpdir();
}
