import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

/* The modules of the source and what they import, as their texts say it. */

export const SOURCE = resolve(import.meta.dirname, "../../src");

export interface Import {
  /** Of the file that is imported, below the folder of the source. */
  readonly path: string;
  /** Loaded when it is asked for. */
  readonly isDynamic: boolean;
  /** Gone when the program runs. */
  readonly isType: boolean;
}

export interface Module {
  readonly path: string;
  readonly text: string;
  readonly imports: readonly Import[];
  readonly packages: readonly string[];
}

const OWN = /^(import type|import|export)\b[^;"]*"(\.[^"]+)";$|\bimport\("(\.[^"]+)"\)/gm;
const PACKAGE = /\bfrom "([^."][^"]*)"|\bimport\("([^."][^"]*)"\)/g;

export function modulesOf(folder: string): readonly Module[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((path) => {
      const text = readFileSync(join(folder, path), "utf8");
      return { path, text, imports: importsOf(text, folder, dirname(join(folder, path))), packages: packagesOf(text) };
    });
}

function importsOf(text: string, folder: string, place: string): readonly Import[] {
  return [...text.matchAll(OWN)].map(([, begin, to, asked]) => ({
    path: relative(folder, resolve(place, to ?? asked ?? "")),
    isDynamic: asked !== undefined,
    isType: begin === "import type",
  }));
}

function packagesOf(text: string): readonly string[] {
  return [...text.matchAll(PACKAGE)].map(([, name, asked]) => name ?? asked ?? "");
}
