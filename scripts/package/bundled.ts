import { cpSync, existsSync, lstatSync, readFileSync } from "node:fs";
import { basename, join, relative, sep } from "node:path";

/*
 * The packages that the product uses travel inside its own, as the lock file has them: whoever installs it gets the versions that were
 * tested, and nothing of them that only compilers, debuggers and readers use, which is half of their bytes.
 */

interface Locked {
  readonly dev?: boolean;
}

/** What Node never loads: types, sources of compiled code, maps and pages. */
const NEVER_LOADED = /\.(?:[cm]?ts|map|md|markdown|flow|c|h|cpp|hpp|gyp|gypi|tsbuildinfo)$/i;
/** Folders at the top of a package that are about the package itself. */
const ABOUT_ITSELF = new Set(["test", "tests", "benchmark", "benchmarks", "example", "examples", ".github"]);
/** Their authors ask for nothing else than that these stay. */
const TERMS = /^(?:licen[cs]e|notice|copying|authors)/i;

/** Builds of a library for browsers and for older modules, 6 MB. */
const OTHER_BUILDS: ReadonlySet<string> = new Set(["node_modules/@e965/xlsx/dist", "node_modules/@e965/xlsx/xlsx.js"]);

/** Whether a file of a package, by its path in there, is carried along. */
function isCarried(path: string): boolean {
  const [top = "", ...below] = path.split(/[/\\]/);
  if (below.length > 0 && ABOUT_ITSELF.has(top)) return false;
  return TERMS.test(basename(path)) || !NEVER_LOADED.test(path);
}

/** The folders of the packages that the product uses, from the lock file; without those that bring Node, which are one for each platform. */
function productionFolders(
  packages: Readonly<Record<string, Locked>>,
  platformPackages: readonly string[],
): readonly string[] {
  const apart = new Set(platformPackages.map((name) => `node_modules/${name}`));
  return Object.entries(packages)
    .filter(([folder, { dev }]) => folder !== "" && dev !== true && !apart.has(folder))
    .map(([folder]) => folder);
}

/** Copies them to the package that is being made. */
export function bundle(root: string, into: string, platformPackages: readonly string[]): void {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
    readonly packages: Readonly<Record<string, Locked>>;
  };
  for (const folder of productionFolders(packages, platformPackages)) {
    const from = join(root, folder);
    // Optional ones are not on every platform.
    if (!existsSync(from)) continue;
    cpSync(from, join(into, folder), {
      recursive: true,
      filter: (source) => {
        const path = relative(from, source);
        // Packages inside this one have entries of their own in the lock file.
        if (path.split(sep).includes("node_modules") || OTHER_BUILDS.has(relative(root, source))) return false;
        return path === "" || lstatSync(source).isDirectory() || isCarried(path);
      },
    });
  }
}
