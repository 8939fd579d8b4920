import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { Findings, writeFindings } from "../../scripts/fire/findings.ts";
import { optionsOf } from "../../scripts/fire/options.ts";
import { Random } from "../../scripts/fire/random.ts";
import { answersIn } from "../../scripts/fire/raw-answers.ts";
import { newWorkspace } from "./support.ts";

const tool = { name: "fuzz", about: "", minutes: 10, parts: ["requests", "bytes"] };

it("a table has a row for everything that was tried, and the file what makes it happen again", () => {
  const findings = new Findings();
  findings.check("batches", null, null);
  findings.check("batches", "differs", { items: [1] });
  findings.note("batches", "slowest 3 ms");
  expect(findings.table()).toContain("| batches | 2 | 1 | slowest 3 ms |");
  expect(findings.total).toBe(1);
  const written = JSON.parse(readFileSync(writeFindings(newWorkspace().folder, "fuzz", 7, findings), "utf8"));
  expect(written).toEqual({
    tool: "fuzz",
    seed: 7,
    again: "npm run fuzz -- --seed 7",
    findings: [{ what: "batches", problem: "differs", input: { items: [1] } }],
  });
});

it("keeps the first findings of a row and counts them all", () => {
  const findings = new Findings();
  for (let count = 0; count < 50; count += 1) findings.found("bytes", "answered 500", count);
  expect(findings.kept).toHaveLength(20);
  expect(findings.total).toBe(50);
});

it("a seed gives the same choices again, and each part has its own", () => {
  const drawn = (random: Random) => Array.from({ length: 5 }, () => random.whole(1_000));
  expect(drawn(new Random(3))).toEqual(drawn(new Random(3)));
  expect(drawn(new Random(3).branch("a"))).not.toEqual(drawn(new Random(3).branch("b")));
});

it("options are read, and refused with what they take", () => {
  expect(optionsOf(tool, ["--seed", "7", "--minutes", "0.5", "--only", "bytes"])).toEqual({
    seed: 7,
    minutes: 0.5,
    only: ["bytes"],
    count: null,
  });
  const counting = { ...tool, count: { option: "nodes", about: "how many", usual: 3, min: 2, max: 8 } };
  expect(optionsOf(counting, [])).toMatchObject({ count: 3 });
  expect(optionsOf(counting, ["--nodes", "8"])).toMatchObject({ count: 8 });
  expect(() => optionsOf(counting, ["--nodes", "9"])).toThrow('--nodes takes a whole number from 2 to 8, not "9".');
  expect(optionsOf(tool, ["--help"])).toBeNull();
  expect(() => optionsOf(tool, ["--only", "keys"])).toThrow('--only takes requests, bytes, not "keys".');
  expect(() => optionsOf(tool, ["--minutes", "soon"])).toThrow("--minutes takes a number above 0");
});

it("answers are told from what is not HTTP", () => {
  const sound = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
  expect(answersIn(Buffer.from(sound + sound))).toEqual({
    answers: [
      { status: 200, body: "ok" },
      { status: 200, body: "ok" },
    ],
    fault: null,
  });
  expect(answersIn(Buffer.from(`${sound}garbage\r\n\r\n`)).fault).toContain("not a status line");
  expect(answersIn(Buffer.from("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nok")).fault).toContain("2 of 9 bytes");
});
