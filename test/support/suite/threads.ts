import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Plugin } from "vite";
import type {} from "vitest/node";
import { INSTALLED_VARIABLE } from "./installed.ts";

const ENTRY_POINTS = /\/src\/cli\/entry-points\.ts$/;

/**
 * Threads that a command starts in the process of a test are those of the installed product, which is built from the source as it is now
 * (`installation.ts`). A thread starts with them in 0.15 seconds of processor time; with the TypeScript of a clone in 0.4.
 */
export function threadsOfInstallation(): Plugin {
  return {
    name: "threads of the installation",
    enforce: "pre",
    // Vitest keeps what it has transformed for later runs. This file is another one with each installation.
    configureVitest({ defineCacheKeyGenerator }) {
      defineCacheKeyGenerator(({ id }) => (ENTRY_POINTS.test(id) ? process.env[INSTALLED_VARIABLE] : undefined));
    },
    transform(code, id) {
      const installed = process.env[INSTALLED_VARIABLE];
      if (installed === undefined || !ENTRY_POINTS.test(id)) return null;
      const beside = join(installed, "dist", "program", "main.js");
      return code
        .replaceAll("import.meta.filename", JSON.stringify(beside))
        .replaceAll("import.meta.url", JSON.stringify(pathToFileURL(beside).href));
    },
  };
}
