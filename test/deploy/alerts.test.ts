import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseYaml } from "@redocly/openapi-core";
import { describe, expect, it } from "vitest";
import { findProgram } from "../../scripts/test/find-program.ts";
import type { Day } from "../../src/core/calendar/day.ts";
import { addedUp, Metrics } from "../../src/serve/operations/metrics.ts";
import { states } from "../../src/states/index.ts";
import { ROOT } from "../cli/support/ratebook.ts";

/* The alert rules name metrics of the product; promtool reads them where it is installed. */

interface Rule {
  readonly alert: string;
  readonly expr: string;
}

const FILE = join(ROOT, "deploy/alerts.yaml");
const { groups } = parseYaml(readFileSync(FILE, "utf8")) as {
  readonly groups: readonly { readonly rules: readonly Rule[] }[];
};
const RULES = groups.flatMap(({ rules }) => rules);

const CALIFORNIA = states.filter(({ code }) => code === "ca");
const RELEASE = {
  description: {
    ...{ name: "r", version: "1", contentHash: "h" },
    sources: [{ table: "ca/outpatient_rates", edition: "2026-10-15", importer: "ca/medi-cal-rates", published: null }],
  },
  states: new Map(CALIFORNIA.map((state) => [state.code, { state }])),
} as unknown as Parameters<Metrics["released"]>[0];

/** npm test says it where promtool is missing. */
const promtool = findProgram("promtool");

/** The metrics of a node with several processes and a database, and `up` of Prometheus itself. */
async function exported(): Promise<readonly string[]> {
  const measured = new Metrics(() => "2026-11-15" as Day);
  measured.database("connected");
  measured.released(RELEASE);
  measured.watchKeys({ millisecondsToExpiry: [1_000] });
  measured.watchHome({ state: { freeBytes: 1_000, isWritable: true } });
  measured.observe({
    ...{ route: "/api/v1/ca/outpatient/rate", method: "GET", status: 200, state: "ca", setting: "outpatient" },
    ...{ lookups: 1, durationMilliseconds: 1, problem: null },
  } as Parameters<Metrics["observe"]>[0]);
  const text = await addedUp([await measured.measurements()]);
  return ["up", ...(text.match(/^\w+/gm) ?? [])];
}

describe("the alert rules", () => {
  it("are about metrics that nodes export", async () => {
    const metrics = await exported();
    for (const { alert, expr } of RULES) {
      const named = expr.match(/\b(?:up|(?:ratebook|process|nodejs)_\w+)\b/g) ?? [];
      expect(named.length, alert).toBeGreaterThan(0);
      for (const name of named) expect(metrics, alert).toContain(name);
    }
  });

  it.runIf(promtool !== null)("are what promtool takes", () => {
    const { status, stdout, stderr } = spawnSync(promtool as string, ["check", "rules", FILE], { encoding: "utf8" });
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toContain(`${RULES.length} rules found`);
  });
});
