import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { entryPoints } from "../../src/cli/entry-points.ts";

/*
 * Ratebook's own modules, some 900, as a few dozen files of JavaScript: Node starts half as long with them, and inside node_modules it
 * reads no TypeScript. The packages that the product uses stay what they are.
 */

/** Builds the command and what its processes and threads start with, side by side in one folder, as `entryPoints` expects them. */
export async function buildProgram(root: string, folder: string): Promise<void> {
  const bundle = await rolldown({
    cwd: root,
    platform: "node",
    input: [join(root, "src", "cli", "main.ts"), ...Object.values(entryPoints).map((url) => fileURLToPath(url))],
    external: isPackage,
    treeshake: false,
  });
  // What looks unused may be there for the error that it throws, such as decodeURIComponent(part): nothing is left out.
  await bundle.write({
    dir: folder,
    format: "esm",
    minify: false,
    entryFileNames: "[name].js",
    chunkFileNames: "[name]-[hash].js",
  });
  await bundle.close();
}

/** What is imported by a name and not by a path: a package, or a part of Node. */
function isPackage(name: string): boolean {
  return !/^[./]|^[A-Za-z]:/.test(name) || name.startsWith("node:");
}
