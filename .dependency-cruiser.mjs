const FOR_STATES = ["core", "dataset", "registry", "imports", "pricing"];

/** The modules of src, each with those that it may use: the modules below its own. */
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
  "price-list": [...FOR_STATES, "release", "answers", "reprice"],
  serve: [...FOR_STATES, "release", "answers", "reprice", "diff", "keys", "nodes"],
  mcp: [...FOR_STATES, "release", "answers", "reprice"],
  cli: ["[^/]+"],
};
const rules = Object.entries(MAY_USE).map(([name, may]) => ({
  name: `below-${name}`, severity: "error",
  from: { path: `^src/${name}/` }, to: { path: "^src/", pathNot: `^src/(${[name, ...may].join("|")})/` },
}));
export default {
  forbidden: [
    { name: "no-circular", severity: "error", from: {}, to: { circular: true, viaOnly: { dependencyTypesNot: ["dynamic-import"] } } },
    ...rules,
  ],
  options: { doNotFollow: { path: "node_modules" }, tsPreCompilationDeps: true, tsConfig: { fileName: "tsconfig.json" }, enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "default"] }, exclude: { path: "(^|/)dist/" } },
};
