import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { openHome } from "../../../src/serve/operations/home.ts";
import { runningServers } from "../../../src/serve/operations/server-status.ts";
import { temporaryFolder } from "./support/running-server.ts";

const folder = temporaryFolder();
afterAll(() => folder.remove());

it("what a killed server was writing is swept; what is of a living process, or of nobody we know, stays", () => {
  const home = openHome(join(folder.path, "home"));
  mkdirSync(home.serversFolder);
  const { pid: gone } = spawnSync(process.execPath, ["--version"]);
  const staying = [`${process.pid}.json.partial`, "notes.json.partial", `${gone}.json.newer`].sort();
  // Earlier versions wrote `.new`.
  for (const name of [...staying, `${gone}.json.partial`, `${gone}.json.new`])
    writeFileSync(join(home.serversFolder, name), "{");
  expect(runningServers(home)).toEqual([]);
  expect(readdirSync(home.serversFolder).sort()).toEqual(staying);
});
