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

/* The alert rules name metrics and labels of the product; promtool reads them where it is installed. */

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly remedy: string };
}

const FILE = join(ROOT, "deploy/alerts.yaml");
const { groups } = parseYaml(readFileSync(FILE, "utf8")) as {
  readonly groups: readonly { readonly rules: readonly Rule[] }[];
};
const RULES = groups.flatMap(({ rules }) => rules);

/** Prometheus itself adds these. */
const OF_PROMETHEUS = { metrics: ["up"], labels: ["job", "instance", "le"] };

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

/** Names of the metrics and labels of a node with several processes and a database. */
async function exported(): Promise<{ readonly metrics: ReadonlySet<string>; readonly labels: ReadonlySet<string> }> {
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
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  const labels = lines.flatMap((line) => [...line.matchAll(/[{,](\w+)="/g)].map(([, label]) => label as string));
  return { metrics: new Set(lines.map((line) => /^\w+/.exec(line)?.[0] ?? "")), labels: new Set(labels) };
}

describe("the alert rules", () => {
  it("are about metrics and labels that nodes export", async () => {
    const { metrics, labels } = await exported();
    for (const { alert, expr } of RULES) {
      const named = expr.match(/\b(?:up|(?:ratebook|process|nodejs)_\w+)\b/g) ?? [];
      expect(named.length, alert).toBeGreaterThan(0);
      for (const name of named) expect([...metrics, ...OF_PROMETHEUS.metrics], alert).toContain(name);
      const matched = [...expr.matchAll(/[{,]\s*(\w+)\s*(?:=~|!=|!~|=)/g)].map(([, label]) => label as string);
      const grouped = [...expr.matchAll(/by \(([^)]*)\)/g)].flatMap(([, names]) => (names as string).split(/,\s*/));
      for (const label of [...matched, ...grouped])
        expect([...labels, ...OF_PROMETHEUS.labels], alert).toContain(label);
    }
  });

  it.runIf(promtool !== null)("are what promtool takes", () => {
    const { status, stdout, stderr } = spawnSync(promtool as string, ["check", "rules", FILE], { encoding: "utf8" });
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toContain(`${RULES.length} rules found`);
  });
});
