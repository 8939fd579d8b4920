import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { entryPoints } from "../../src/cli/entry-points.ts";

/*
 * Ratebook's own modules, some 900, as JavaScript: Node starts half as long with it, and inside node_modules it reads no TypeScript. Most
 * packages that the product uses stay what they are.
 */

/** Builds the command and what its processes and threads start with, side by side in one folder, as `entryPoints` expects them. */
export async function buildProgram(root: string, folder: string): Promise<void> {
  // A command loads only what it needs: its modules stand in a few dozen files that commands share.
  await buildFrom(root, folder, join(root, "src", "cli", "main.ts"), true);
  // A process or thread needs all of its modules at once. One file, in place of a hundred to find and read, is a third of its processor time.
  for (const url of Object.values(entryPoints)) await buildFrom(root, folder, fileURLToPath(url), false);
}

async function buildFrom(root: string, folder: string, input: string, isSplit: boolean): Promise<void> {
  const bundle = await rolldown({
    cwd: root,
    platform: "node",
    input,
    external: (name) => isPackage(name) && !BUNDLED_PACKAGES.includes(name),
    treeshake: false,
  });
  // What looks unused may be there for the error that it throws, such as decodeURIComponent(part): nothing is left out.
  await bundle.write({
    dir: folder,
    format: "esm",
    minify: false,
    entryFileNames: "[name].js",
    chunkFileNames: "[name]-[hash].js",
    codeSplitting: isSplit,
  });
  await bundle.close();
}

/**
 * Packages of plain JavaScript that every server or command loads. Apart, they are a hundred files more to find and read: 0.1 of the 0.6 seconds
 * of processor time until a server listens.
 */
const BUNDLED_PACKAGES = ["@fastify/busboy", "@opentelemetry/api", "bintrees", "commander", "prom-client", "tdigest"];

/** What is imported by a name and not by a path: a package, or a part of Node. */
function isPackage(name: string): boolean {
  return !/^[./]|^[A-Za-z]:/.test(name) || name.startsWith("node:");
}
