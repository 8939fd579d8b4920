import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { ROOT, ratebook } from "../../cli/support/ratebook.ts";

/** What a shell would do something with. */
const OF_THE_SHELL = /[|<>;&$`\\()*?~#']/;

/**
 * Runs a line of a page to its end, as its reader does in a clone, and returns what it prints; throws where it fails. A line that is nothing
 * but our command is run in this process.
 */
export async function executed(line: string, variables: NodeJS.ProcessEnv): Promise<string> {
  const words = ourWords(line);
  if (words === null) {
    const { stdout } = await promisify(execFile)("sh", ["-c", line], { cwd: ROOT, env: variables });
    return stdout;
  }
  const { code, stdout, stderr } = await ratebook(words);
  if (code !== 0) throw new Error(`${line} ended with ${code}: ${stderr}${stdout}`);
  return stdout;
}

/** The arguments of a line that is nothing but our command, with quoted ones whole; null for all others. */
function ourWords(line: string): readonly string[] | null {
  const command = /^bin\/ratebook (?<rest>.+)$/.exec(line)?.groups?.rest;
  if (command === undefined || OF_THE_SHELL.test(command)) return null;
  return [...command.matchAll(/"([^"]*)"|[^\s"]+/g)].map(([word, quoted]) => quoted ?? word);
}
