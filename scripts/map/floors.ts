/** A room of the house: a folder of `src`, and what it holds in a sentence. */
interface Room {
  readonly name: string;
  readonly holds: string;
}

/** Rooms that are about one thing. */
export interface Floor {
  readonly title: string;
  readonly rooms: readonly Room[];
}

/**
 * The house from its roof to its ground: every room stands above those that it uses, on its own floor too. The drawing and the table of rooms in
 * docs/architecture.md are made of this list and of the imports in `src`; a new room is a line here.
 */
export const FLOORS: readonly Floor[] = [
  {
    title: "ways in",
    rooms: [
      {
        name: "cli",
        holds: "the commands, and where everything comes together; the only room that knows the list of states",
      },
      { name: "mcp", holds: "the lookups as tools of an agent: over a release or a server, cut to what can be read" },
      { name: "http", holds: "the service: routes, formats, documentation, limits of what a client may take" },
    ],
  },
  {
    title: "many prices at once",
    rooms: [
      { name: "jobs", holds: "files that are repriced for clients of the service: their folder, queue and thread" },
      {
        name: "ranges",
        holds:
          "ranges of a file that several machines price: their queue, their rows in the database, those who ask and those who work",
      },
      { name: "diff", holds: "what changed from one release to another, and what that does to claims" },
      {
        name: "reprice",
        holds:
          "a table of lookups priced by threads: reading, pricing and writing in order, going on after an interruption; what is told of it",
      },
    ],
  },
  {
    title: "running it",
    rooms: [
      {
        name: "operations",
        holds: "processes: configuration, workers, reload, shutdown, logs, metrics; a node that follows the database",
      },
      {
        name: "catalogue",
        holds:
          "the releases that can be served and the one that is to be: in a home or in the database, and on the disk of a node",
      },
      {
        name: "usage",
        holds: "what keys have used: counted in memory, kept in the home, sent to the database of the nodes",
      },
      { name: "audit", holds: "the hash-chained log of what was done to keys and servers" },
      { name: "keys", holds: "API keys, who has one, and how many lookups it may make in a minute" },
      {
        name: "database",
        holds: "PostgreSQL, which several nodes may share: its driver, its schema and how changes are followed",
      },
    ],
  },
  {
    title: "answers about prices",
    rooms: [
      {
        name: "answers",
        holds:
          "the kinds of answer about a lookup, each declared in one file: over time, compared, with other facts of the claim, with other figures; what is to be said against their prices",
      },
      {
        name: "explanation",
        holds: "the explanation of a price, read off the sheet: as JSON, as text and as a page to print",
      },
      {
        name: "coverage",
        holds: "what a release covers on a day: rows, periods, editions, gaps, what lacks its counterpart",
      },
    ],
  },
  {
    title: "states and releases",
    rooms: [
      {
        name: "states",
        holds:
          "a folder for each state with everything about it: tables, requests, rules, results, provider search, publications",
      },
      { name: "release", holds: "compiling a dataset to a release, proving it and opening it" },
    ],
  },
  {
    title: "what states share",
    rooms: [
      {
        name: "state",
        holds:
          "what a state is: everything the program knows of one, and what follows from that for any (how old, not loaded)",
      },
      {
        name: "pricing",
        holds:
          "how a lookup is answered: the sheet that a result is worked out on; find, price, count, leave out, order",
      },
      { name: "federal", holds: "publications of federal agencies, declared once for all states" },
      { name: "imports", holds: "how publications are declared, read and merged into a dataset" },
    ],
  },
  {
    title: "data and requests",
    rooms: [
      { name: "provider-index", holds: "the indexes that answer for a registry of millions of rows" },
      { name: "providers", holds: "what a provider is, and what may be asked of a registry" },
      { name: "dataset", holds: "tables, their columns and their validation; the CSV files that they are written in" },
      { name: "request", holds: "the kinds of parameters and how a request is read, every fault listed" },
    ],
  },
  {
    title: "ground",
    rooms: [
      {
        name: "worksheet",
        holds: "figures, formulas and steps: computed, printed and recorded in one act",
      },
      { name: "schema", holds: "the vocabulary that answers are declared with: JSON Schema that is also the type" },
      { name: "workbook", holds: "workbooks (XLSX) written row by row" },
      { name: "money", holds: "exact amounts and factors, and how they are rounded" },
      { name: "calendar", holds: "days and periods" },
      {
        name: "files",
        holds:
          "files as they are read, written whole and hashed; folders that are made, places that a file may be written to, who may write there now and whether that process still runs, what an interruption undoes; SQLite and its driver; where the program is installed, and its version",
      },
      {
        name: "text",
        holds:
          "characters, names and how misspellings are answered, why a text is refused; `text/csv.ts`: how CSV is split into cells; `text/text-tables.ts`: millions of texts kept as numbers",
      },
      {
        name: "runtime",
        holds:
          "what any process here needs: whose turn it is (a cooperative scheduler, a semaphore, early ends), caches that drop the least recently used, memory that is moved or given back, progress, failures as a sentence; `runtime/rpc.ts`: calls of another thread or process",
      },
    ],
  },
];

/** The names of all rooms, from the roof to the ground. */
export function roomNames(floors: readonly Floor[]): readonly string[] {
  return floors.flatMap(({ rooms }) => rooms.map(({ name }) => name));
}
