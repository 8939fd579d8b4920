/*
 * npm run check: which file may import which (docs/contributing/architecture.md). Imports of types count.
 */

/** The modules of `src`, each with the modules below it that it may use. */
const FOR_STATES = ["core", "dataset", "registry", "imports", "pricing"];
const MAY_USE = {
  core: [],
  dataset: ["core"],
  registry: ["core", "dataset"],
  imports: ["core", "dataset"],
  pricing: ["core", "dataset", "registry", "imports"],
  states: FOR_STATES,
  medicare: FOR_STATES,
  release: FOR_STATES,
  nodes: ["core"],
  keys: ["core", "nodes"],
  answers: [...FOR_STATES, "medicare", "release"],
  reprice: [...FOR_STATES, "release", "answers", "nodes"],
  diff: [...FOR_STATES, "release", "answers", "reprice"],
  "price-list": [...FOR_STATES, "release", "answers"],
  mcp: ["core", "registry", "pricing", "answers"],
  serve: [...FOR_STATES, "release", "answers", "reprice", "diff", "keys", "nodes", "mcp"],
  cli: [".+"],
};

/** The parts of `core`: money and days stand on nothing. */
const PARTS_OF_CORE = {
  money: [],
  calendar: [],
  text: [],
  schema: [],
  runtime: [],
  files: ["text", "runtime"],
  workbook: ["calendar", "runtime", "files"],
};

/** Packages that one file, or one folder, of `src` hides from the others. */
const PACKAGE_OF = {
  "better-sqlite3": "core/files/sqlite.ts",
  postgres: "nodes/database/driver.ts",
  "pg-boss": "reprice/ranges/queue.ts",
  "@modelcontextprotocol/server": "mcp/(protocol|stdio|streamable-http).ts",
};

/** Every circle of the page leads through one of these. */
const IN_CIRCLES_OF_PAGE =
  "^web/src/(api/ready|basket/outcome|beside-others/distribution|changes/changes-form|look-up/(fields|look-up-view|lookup|question-form)|over-time/history-section|parts/data-table|repricing/order-state|answer/receipt/receipt-of)\\.tsx?$";

const STATIC = { dependencyTypesNot: ["dynamic-import"] };

/** Where prices are decided: the states without their publications, and what prices rules. */
const RULES = { path: "^src/(pricing|states/[^/]+)/", pathNot: "/publications/|^src/pricing/(worksheet|state)/" };

function rule(name, comment, from, to) {
  return { name, comment, severity: "error", from, to };
}

/** A rule for each part: it imports from itself and the parts that it may use. A part that is not listed is refused. */
function layers(folder, mayUse) {
  const unlisted = { path: `^${folder}/[^/]+/`, pathNot: `^${folder}/(${Object.keys(mayUse).join("|")})/` };
  return [
    rule(`unlisted in ${folder}`, "List the new folder in .dependency-cruiser.mjs.", unlisted, {}),
    ...Object.entries(mayUse).map(([name, used]) =>
      rule(
        `below ${folder}/${name}`,
        "A module imports from the modules below it.",
        { path: `^${folder}/${name}/` },
        { path: `^${folder}/`, pathNot: `^${folder}/(${[name, ...used].join("|")})/` },
      ),
    ),
  ];
}

export default {
  forbidden: [
    rule(
      "circle",
      "If two files need each other, move the shared idea to a third.",
      {},
      { circular: true, viaOnly: { ...STATIC, pathNot: IN_CIRCLES_OF_PAGE } },
    ),
    rule("unresolvable", "The imported file or package does not exist.", {}, { couldNotResolve: true }),
    ...layers("src", MAY_USE),
    ...layers("src/core", PARTS_OF_CORE),
    rule(
      "one state",
      "What two states share has a home below them.",
      { path: "^src/states/([^/]+)/" },
      { path: "^src/states/", pathNot: "^src/states/$1/" },
    ),
    {
      ...rule(
        "folders of repricing",
        "They import each other in one direction.",
        { path: "^src/reprice/." },
        { circular: true, viaOnly: { path: "^src/reprice/." } },
      ),
      scope: "folder",
    },
    rule(
      "product alone",
      "The product needs no tool, test or page.",
      { path: "^src/" },
      { path: "^(bench|scripts|test|web|client)/" },
    ),
    ...Object.entries(PACKAGE_OF).map(([name, file]) =>
      rule(
        `package ${name}`,
        `Only src/${file} imports it.`,
        { path: "^src/", pathNot: `^src/${file}$` },
        { path: `^node_modules/${name}/` },
      ),
    ),
    rule(
      "protocol of agents",
      "It is loaded only where it is switched on.",
      { path: "^src/" },
      { path: "^src/mcp/streamable-http\\.ts$", ...STATIC },
    ),
    rule(
      "publications",
      "Pricing never waits for publications: a state loads its own when they are needed.",
      { path: "^src/", pathNot: "/publications/" },
      { path: "^src/.*/publications/", ...STATIC },
    ),
    rule("importers in rules", "A rule needs the types of importers at most.", RULES, {
      path: "^src/imports/",
      dependencyTypesNot: ["type-only"],
    }),
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    exclude: { path: "(^|/)dist/" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default", "types"] },
    tsConfig: { fileName: "tsconfig.json" },
  },
};
