import { relative, sep } from "node:path";

/** How many there are, and how many the tests ran. */
export interface Count {
  readonly total: number;
  readonly covered: number;
}

/** What is counted of a file or a room; the names are those of the coverage report of vitest. */
export const MEASURES = ["lines", "branches", "functions"] as const;
export type Counts = Readonly<Record<(typeof MEASURES)[number], Count>>;

export interface Room {
  readonly name: string;
  readonly files: number;
  readonly counts: Counts;
}

const NONE: Count = { total: 0, covered: 0 };

function sum(one: Count, other: Count): Count {
  return { total: one.total + other.total, covered: one.covered + other.covered };
}

/** All of these rooms as one. */
export function together(name: string, rooms: readonly Room[]): Room {
  const of = (measure: keyof Counts) => rooms.map(({ counts }) => counts[measure]).reduce(sum, NONE);
  return {
    name,
    files: rooms.reduce((files, room) => files + room.files, 0),
    counts: { lines: of("lines"), branches: of("branches"), functions: of("functions") },
  };
}

/** The room of a source file: `src/<room>`, and `src/states/<state>`, since each state is one. */
function roomOf(path: string): string {
  const folders = path.split(sep).slice(0, -1);
  return folders.slice(0, folders[1] === "states" ? 3 : 2).join("/");
}

/** A report file by file (`coverage-summary.json`), added up by room, in the order of their names. */
export function byRoom(root: string, files: Readonly<Record<string, Counts>>): readonly Room[] {
  const rooms = new Map<string, Room>();
  for (const [file, counts] of Object.entries(files)) {
    const name = roomOf(relative(root, file));
    const before = rooms.get(name);
    const alone = { name, files: 1, counts };
    rooms.set(name, before === undefined ? alone : together(name, [before, alone]));
  }
  return [...rooms.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
}
