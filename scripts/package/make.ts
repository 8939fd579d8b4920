import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { bundle } from "./bundled.ts";
import { layOut } from "./lay-out.ts";

/** Writes the folder of the package and packs it; the path of the packed file. */
export async function makePackage(root: string, out: string): Promise<string> {
  const folder = join(out, "package");
  const clone = await layOut(root, folder);
  bundle(root, folder, Object.keys(clone.optionalDependencies));
  return join(out, packed(folder, out));
}

function packed(folder: string, out: string): string {
  const args = ["pack", "--json", "--ignore-scripts", "--loglevel=error", "--pack-destination", out];
  // npm is a batch file on Windows.
  const shell = process.platform === "win32";
  const options = { cwd: folder, encoding: "utf8", shell, maxBuffer: PRINTED_BYTES_MAX } as const;
  const printed = execFileSync("npm", args, options);
  const [made] = JSON.parse(printed) as readonly { readonly filename: string }[];
  if (made === undefined) throw new Error("npm pack listed no file");
  return made.filename;
}

/** npm lists every file that it packs, some 10,000. */
const PRINTED_BYTES_MAX = 64 * 1024 * 1024;
