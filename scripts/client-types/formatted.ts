import { execFileSync } from "node:child_process";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");

/** A file's text as the formatter of this project writes it. */
export function formatted(name: string, text: string): string {
  const biome = join(ROOT, "node_modules/.bin/biome");
  return execFileSync(biome, ["check", "--write", `--stdin-file-path=client/src/generated/${name}`], {
    cwd: ROOT,
    input: text,
    encoding: "utf8",
  });
}
