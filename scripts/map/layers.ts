/** A module: a folder of `src`, and what it holds in a sentence. */
interface Module {
  readonly name: string;
  readonly holds: string;
}

/** Modules that are about one thing. */
export interface Layer {
  readonly title: string;
  readonly modules: readonly Module[];
}

/**
 * The layers from top to bottom: every module stands above those that it uses, in its own layer too. The drawing and the
 * table of modules in docs/contributing/architecture.md come from this list and the imports in `src`. A new module is a
 * line here.
 */
export const LAYERS: readonly Layer[] = [
  {
    title: "ways in",
    modules: [
      {
        name: "cli",
        holds: "the commands; the only module that knows the list of states",
      },
      { name: "mcp", holds: "the lookups as tools of an agent, over a release or a server" },
      {
        name: "serve",
        holds:
          "the service. `serve/http`: routes, formats, documentation. `serve/operations`: configuration, workers, reload, logs, metrics, backup, nodes",
      },
    ],
  },
  {
    title: "many prices at once",
    modules: [
      {
        name: "price-list",
        holds: "a hospital's price list as a file, and the check of a published one",
      },
      { name: "diff", holds: "what changed from one release to another, and its effect on claims" },
      {
        name: "reprice",
        holds:
          "files of claims, priced by threads. `reprice/jobs`: files of clients. `reprice/ranges`: files that several machines price",
      },
    ],
  },
  {
    title: "answers about prices",
    modules: [
      {
        name: "answers",
        holds:
          "the kinds of answer, each declared in one file. `answers/explanation`: why a price. `answers/coverage`: what a release covers on a day",
      },
    ],
  },
  {
    title: "clients and nodes",
    modules: [
      {
        name: "keys",
        holds:
          "API keys and their limits. `keys/usage`: what keys have used. `keys/audit-log.ts`: the hash-chained log of changes",
      },
      {
        name: "nodes",
        holds:
          "what several nodes share. `nodes/database`: PostgreSQL. `nodes/catalogue`: the releases that can be served and the active one",
      },
    ],
  },
  {
    title: "states and releases",
    modules: [
      {
        name: "states",
        holds: "a folder for each state: tables, requests, rules, results, provider search, publications",
      },
      {
        name: "medicare",
        holds: "what Medicare pays: a benchmark beside the states",
      },
      { name: "release", holds: "compiling, proving and opening a release" },
    ],
  },
  {
    title: "what states share",
    modules: [
      {
        name: "pricing",
        holds:
          "how a lookup is answered: find, price, count, order. `pricing/worksheet`: figures, formulas and steps. `pricing/request`: parameters. `pricing/state`: what a state declares",
      },
      {
        name: "imports",
        holds:
          "how publications are declared, read and merged into a dataset. `imports/federal`: federal publications, declared once",
      },
      { name: "registry", holds: "providers, and the indexes for a registry of millions of rows" },
      { name: "dataset", holds: "tables, their columns, validation and CSV files" },
    ],
  },
  {
    title: "core",
    modules: [
      {
        name: "core",
        holds:
          "what every module needs. `money`: exact amounts. `calendar`: days and periods. `text`: names, misspellings, CSV. `schema`: JSON Schema that is also the type. `files`: atomic writing, locks, SQLite. `workbook`: XLSX written row by row. `runtime`: scheduling, caches, memory, failures, calls of another thread or process",
      },
    ],
  },
];

/** The names of all modules, from top to bottom. */
export function moduleNames(layers: readonly Layer[]): readonly string[] {
  return layers.flatMap(({ modules }) => modules.map(({ name }) => name));
}
