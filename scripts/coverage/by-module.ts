import { relative, sep } from "node:path";

/** How many there are, and how many the tests ran. */
export interface Count {
  readonly total: number;
  readonly covered: number;
}

/** What is counted of a file or a module; the names are those of the coverage report of vitest. */
export const MEASURES = ["lines", "branches", "functions"] as const;
export type Counts = Readonly<Record<(typeof MEASURES)[number], Count>>;

export interface Module {
  readonly name: string;
  readonly files: number;
  readonly counts: Counts;
}

const NONE: Count = { total: 0, covered: 0 };

function sum(one: Count, other: Count): Count {
  return { total: one.total + other.total, covered: one.covered + other.covered };
}

/** All of these modules as one. */
export function together(name: string, modules: readonly Module[]): Module {
  const of = (measure: keyof Counts) => modules.map(({ counts }) => counts[measure]).reduce(sum, NONE);
  return {
    name,
    files: modules.reduce((files, module) => files + module.files, 0),
    counts: { lines: of("lines"), branches: of("branches"), functions: of("functions") },
  };
}

/** Where a source file is counted: its module, or the folder of the module that it stands in, such as `src/states/ny`. */
function moduleOf(path: string): string {
  return path.split(sep).slice(0, -1).slice(0, 3).join("/");
}

/** A report file by file (`coverage-summary.json`), added up by module, in the order of their names. */
export function byModule(root: string, files: Readonly<Record<string, Counts>>): readonly Module[] {
  const modules = new Map<string, Module>();
  for (const [file, counts] of Object.entries(files)) {
    const name = moduleOf(relative(root, file));
    const before = modules.get(name);
    const alone = { name, files: 1, counts };
    modules.set(name, before === undefined ? alone : together(name, [before, alone]));
  }
  return [...modules.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
}
