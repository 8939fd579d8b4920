import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildPage } from "../page/build.ts";
import { type CloneManifest, packageManifest } from "./manifest.ts";
import { buildProgram } from "./program.ts";

/** What a package takes from a clone as it is. The sample is its CSV, a tenth of the release that the first start makes of it. */
const AS_IT_IS = ["LICENSE", "bin/ratebook.mjs", "bin/launch.mjs", "data", "web/dist"];

/** That of a clone leads to pages that the package does not hold. */
const README = "scripts/package/readme.md";

/** Writes the folder of the package, but for the packages that it uses. */
export async function layOut(root: string, folder: string): Promise<CloneManifest> {
  await buildPage(root);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const path of AS_IT_IS) cpSync(join(root, path), join(folder, path), { recursive: true });
  cpSync(join(root, README), join(folder, "README.md"));
  await buildProgram(root, join(folder, "dist", "program"));
  const clone = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as CloneManifest;
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(packageManifest(clone), null, 2)}\n`);
  return clone;
}
