import { parseArgs } from "node:util";
import { Refusal } from "./refusal.ts";

export interface Options {
  readonly version: string;
  /** Everything is checked, and nothing written. */
  readonly isDryRun: boolean;
}

export const USAGE = `npm run release -- VERSION [--dry-run]        prepares a version of Ratebook (docs/contributing/releasing.md)

  --dry-run    checks everything and says what would be done, without writing anything

It sets the version, dates the changelog, makes the package and tells the git commands to run. It commits and pushes nothing.`;

/** The options, or null for --help. */
export function optionsOf(args: readonly string[]): Options | null {
  const { values, positionals } = parsed(args);
  if (values.help) return null;
  const [version, ...others] = positionals;
  if (version === undefined || others.length > 0) throw new Refusal(USAGE);
  return { version, isDryRun: values["dry-run"] };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { "dry-run": { type: "boolean", default: false }, help: { type: "boolean", default: false } },
    });
  } catch (error) {
    throw new Refusal(error instanceof Error ? error.message : String(error));
  }
}
