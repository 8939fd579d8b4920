import { describe, expect, test } from "vitest";
import { addedUp, Metrics } from "../../../src/serve/operations/metrics.ts";

/* What `promtool check metrics` holds against a metric, so that the tests need no promtool. */

const ABBREVIATED_UNITS = ["s", "ms", "us", "ns", "sec", "b", "kb", "mb", "gb", "tb", "pb", "m", "h", "d"];
const OTHER_THAN_BASE_UNITS = [
  ...["nanoseconds", "microseconds", "milliseconds", "minutes", "hours", "days", "weeks"],
  ...["bits", "kilobytes", "megabytes", "gigabytes", "terabytes", "kibibytes", "mebibytes", "gibibytes", "percent"],
];
const TYPES = ["counter", "gauge", "histogram", "summary"];

interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  /** Lines with values, without the values. */
  readonly samples: readonly string[];
}

function metricsIn(text: string): Metric[] {
  return text
    .split(/^(?=# HELP )/m)
    .filter((block) => block.trim() !== "")
    .map((block) => {
      const [, name = "", help = ""] = /^# HELP (\S+) ?(.*)$/m.exec(block) ?? [];
      const [, typed, type = ""] = /^# TYPE (\S+) (\S+)$/m.exec(block) ?? [];
      expect(typed).toBe(name);
      const samples = block.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
      return { name, help, type, samples };
    });
}

function complaints({ name, help, type, samples }: Metric): string[] {
  const words = name.split("_");
  const labels = samples.flatMap((line) =>
    [...line.matchAll(/[{,]([A-Za-z_]+)="/g)].map(([, label]) => label as string),
  );
  const found: readonly (readonly [boolean, string])[] = [
    [help.trim() === "", "has no help text"],
    [!TYPES.includes(type), `has the type ${type}`],
    [type === "counter" && !name.endsWith("_total"), "is a counter without _total"],
    [type !== "counter" && name.endsWith("_total"), "ends in _total and is no counter"],
    [/_bucket$/.test(name), "ends in _bucket"],
    [/_(count|sum)$/.test(name), "ends in _count or _sum"],
    [type !== "histogram" && labels.includes("le"), "has the label le and is no histogram"],
    [type !== "summary" && labels.includes("quantile"), "has the label quantile and is no summary"],
    [words.some((word) => TYPES.includes(word)), "says its type in its name"],
    [words.some((word) => ABBREVIATED_UNITS.includes(word)), "abbreviates its unit"],
    [words.some((word) => OTHER_THAN_BASE_UNITS.includes(word)), "is not in the base unit"],
    [![name, ...labels].every((each) => /^[a-z][a-z0-9_]*$/.test(each)), "is not written in snake_case"],
  ];
  return found.filter(([isSo]) => isSo).map(([, complaint]) => `${name} ${complaint}`);
}

function measured(): Metrics {
  const metrics = new Metrics();
  const about = { method: "POST", state: "ca", setting: "outpatient", problem: null, keyId: null, requestId: "r-1" };
  metrics.observe({ ...about, route: "/rate/batch", status: 200, durationMilliseconds: 12, lookups: 40, priced: 39 });
  const release = { name: "sample", version: "1", description: "", sources: [], rowCounts: {}, contentHash: "abc" };
  metrics.released(release);
  return metrics;
}

describe("what Prometheus is told keeps to its rules", () => {
  test.each([
    ["by one process", () => measured().text()],
    ["by several", async () => addedUp([await measured().measurements(), await measured().measurements()])],
  ])("%s", async (_by, exposition) => {
    const metrics = metricsIn(await exposition());
    expect(metrics.flatMap(complaints)).toEqual([]);
    const names = metrics.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(
      expect.arrayContaining(["ratebook_lookups_total", "nodejs_active_handles", "process_open_fds"]),
    );
  });

  test.each([
    ["# HELP a_total x\n# TYPE a_total gauge\na_total 1\n", "a_total ends in _total and is no counter"],
    ["# HELP a x\n# TYPE a counter\na 1\n", "a is a counter without _total"],
    ["# HELP a_ms x\n# TYPE a_ms gauge\na_ms 1\n", "a_ms abbreviates its unit"],
    ["# HELP a_milliseconds x\n# TYPE a_milliseconds gauge\n", "a_milliseconds is not in the base unit"],
    ["# HELP a \n# TYPE a gauge\na 1\n", "a has no help text"],
    ['# HELP a x\n# TYPE a gauge\na{le="1"} 1\n', "a has the label le and is no histogram"],
    ['# HELP a x\n# TYPE a gauge\na{someLabel="1"} 1\n', "a is not written in snake_case"],
  ])("and the rules are held to it: %j", (text, complaint) => {
    expect(metricsIn(text).flatMap(complaints)).toEqual([complaint]);
  });
});
