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
 * The layers from top to bottom: every module stands above those that it uses, in its own layer too. The drawing and the table of modules in
 * docs/contributing/architecture.md are made of this list and of the imports in `src`; a new module is a line here.
 */
export const LAYERS: readonly Layer[] = [
  {
    title: "ways in",
    modules: [
      {
        name: "cli",
        holds: "the commands, and where everything comes together; the only module that knows the list of states",
      },
      { name: "mcp", holds: "the lookups as tools of an agent: over a release or a server, cut to what can be read" },
      {
        name: "serve",
        holds:
          "the service. `serve/http`: routes, formats, documentation, limits of what a client may take. `serve/operations`: configuration, worker processes, reload, shutdown, logs, metrics, backup; a node that follows the database",
      },
    ],
  },
  {
    title: "many prices at once",
    modules: [
      {
        name: "price-list",
        holds:
          "a provider's price list as a file: the template of CMS for hospitals, a workbook; and the check of a published file",
      },
      { name: "diff", holds: "what changed from one release to another, and what that does to claims" },
      {
        name: "reprice",
        holds:
          "a table of claims priced by threads: reading, pricing and writing in order, going on after an interruption, totals and workbook. `reprice/jobs`: files that are repriced for clients of the service. `reprice/ranges`: ranges of a file that several machines price",
      },
    ],
  },
  {
    title: "answers about prices",
    modules: [
      {
        name: "answers",
        holds:
          "the kinds of answer, each declared in one file: over time, compared, with other facts of the claim, with other figures, beside Medicare. `answers/explanation`: the explanation of a price, as JSON, text and a page to print. `answers/coverage`: what a release covers on a day",
      },
    ],
  },
  {
    title: "clients and nodes",
    modules: [
      {
        name: "keys",
        holds:
          "API keys, and how many lookups each may make in a minute. `keys/usage`: what keys have used. `keys/audit-log.ts`: the hash-chained log of what was done to keys and servers",
      },
      {
        name: "nodes",
        holds:
          "what several nodes share. `nodes/database`: PostgreSQL, its driver, its schema, and how changes are followed. `nodes/catalogue`: the releases that can be served and the active one, in a home or in the database",
      },
    ],
  },
  {
    title: "states and releases",
    modules: [
      {
        name: "states",
        holds:
          "a folder for each state with everything about it: tables, requests, rules, results, provider search, publications",
      },
      {
        name: "medicare",
        holds: "what Medicare pays: a benchmark beside the states, priced from tables that all of them share",
      },
      { name: "release", holds: "compiling a dataset to a release, proving it and opening it" },
    ],
  },
  {
    title: "what states share",
    modules: [
      {
        name: "pricing",
        holds:
          "how a lookup is answered: find, price, count, leave out, order. `pricing/worksheet`: figures, formulas and steps, computed, printed and recorded in one act. `pricing/request`: parameters, and how a request is read. `pricing/state`: what a state declares",
      },
      {
        name: "imports",
        holds:
          "how publications are declared, read and merged into a dataset. `imports/federal`: publications of federal agencies, declared once for all states",
      },
      { name: "registry", holds: "providers, and the indexes that answer for a registry of millions of rows" },
      { name: "dataset", holds: "tables, their columns and their validation; the CSV files that they are written in" },
    ],
  },
  {
    title: "core",
    modules: [
      {
        name: "core",
        holds:
          "what every module needs. `money`: exact amounts, and how they are rounded. `calendar`: days and periods. `text`: characters, names, misspellings, CSV. `schema`: JSON Schema that is also the type. `files`: reading, writing whole, locks, SQLite, where the program is installed. `workbook`: XLSX written row by row. `runtime`: scheduling, caches, memory, progress, failures, calls of another thread or process",
      },
    ],
  },
];

/** The names of all modules, from top to bottom. */
export function moduleNames(layers: readonly Layer[]): readonly string[] {
  return layers.flatMap(({ modules }) => modules.map(({ name }) => name));
}
