import { backUpHome, SUMS_NAME } from "../../serve/operations/backup.ts";
import { type ExitCode, print } from "../command-io.ts";

export async function backup({ home, out }: { readonly home: string; readonly out: string }): Promise<ExitCode> {
  const files = await backUpHome(home, out);
  print(`${out} holds ${files} files of the home ${home} and their ${SUMS_NAME}. Only its owner may read it.`);
  print("It lacks files that clients reprice, releases outside the home, and what is in PostgreSQL (use pg_dump).");
  return 0;
}
