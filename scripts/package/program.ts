import * as http from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Plugin, rolldown } from "rolldown";
import { entryPoints } from "../../src/cli/entry-points.ts";

/*
 * Ratebook's own modules, some 900, as a few dozen files of JavaScript: Node starts half as long with them, and inside node_modules it
 * reads no TypeScript. The packages that the product uses stay what they are.
 */

const HTTP = "node:http";

/** How rolldown marks a module that no file holds. */
const HTTP_VALUES = `\0${HTTP}`;

/** Builds the command and what its processes and threads start with, side by side in one folder, as `entryPoints` expects them. */
export async function buildProgram(root: string, folder: string): Promise<void> {
  const bundle = await rolldown({
    cwd: root,
    platform: "node",
    input: [join(root, "src", "cli", "main.ts"), ...Object.values(entryPoints).map((url) => fileURLToPath(url))],
    external: isPackage,
    treeshake: false,
    plugins: [httpValues()],
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

/**
 * Imports the values of `node:http` without its getters. An `import` of a part of Node runs all getters, and three of `node:http` load the
 * client for WebSockets: 45 ms of processor time for each process that serves, of 1,170 until it listens.
 */
function httpValues(): Plugin {
  const names = Object.keys(http).filter((name) => name !== "default" && !isGetter(name));
  return {
    name: "values of node:http",
    resolveId: (name) => (name === HTTP ? HTTP_VALUES : null),
    load: (id) =>
      id === HTTP_VALUES ? `export const { ${names.join(", ")} } = process.getBuiltinModule("${HTTP}");` : null,
  };
}

function isGetter(name: string): boolean {
  return Object.getOwnPropertyDescriptor(process.getBuiltinModule(HTTP), name)?.get !== undefined;
}

/** What is imported by a name and not by a path: a package, or a part of Node. */
function isPackage(name: string): boolean {
  if (name === HTTP || name === HTTP_VALUES) return false;
  return !/^[./]|^[A-Za-z]:/.test(name) || name.startsWith("node:");
}
