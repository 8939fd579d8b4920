import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";

/** The text of each TypeScript file below a folder of `src`, by its path from there. */
export function sourceTexts(folder = ""): ReadonlyMap<string, string> {
  const place = join(import.meta.dirname, "../../src", folder);
  return new Map(
    readdirSync(place, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts"))
      .sort()
      .map((name) => [name.replaceAll(sep, "/"), readFileSync(join(place, name), "utf8")]),
  );
}
