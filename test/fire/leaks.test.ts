import { expect, it } from "vitest";
import { Findings } from "../../scripts/fire/findings.ts";
import { Canaries, leaksInText } from "../../scripts/fire/leaks.ts";
import { huntLeaks } from "../../scripts/fuzz/leak-hunt.ts";
import { foundBy, newWorkspace, SEED } from "./support.ts";

it("nothing that is sent to a server is found in its logs, metrics, errors, temporary files, home or database", {
  timeout: 240_000,
}, async () => {
  const findings = new Findings();
  await huntLeaks(newWorkspace(), SEED, findings);
  expect(foundBy(findings)).toEqual([]);
  expect(findings.countOf("leaks, marks that were put")).toBeGreaterThan(500);
});

it("a mark that leaks is found, in UTF-8 and in UTF-16", () => {
  const canaries = new Canaries(1);
  const mark = canaries.put("header cookie");
  expect(leaksInText("log", `{"cookie":"${mark}"}`, canaries.all)).toHaveLength(1);
  expect(leaksInText("log", Buffer.from(mark, "utf16le").toString("latin1"), canaries.all)).toHaveLength(1);
  expect(leaksInText("log", "nothing", canaries.all)).toEqual([]);
});
