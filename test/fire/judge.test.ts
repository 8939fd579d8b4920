import { expect, it } from "vitest";
import { Findings } from "../../scripts/fire/findings.ts";
import type { Answer } from "../../scripts/fire/http.ts";
import { PROMISED } from "../../scripts/fire/patience.ts";
import { Judge } from "../../scripts/soak/judge.ts";
import type { Expected } from "../../scripts/soak/mix.ts";
import { foundBy } from "./support.ts";

const expected: Expected = {
  kind: "lookup",
  sent: { method: "GET", path: "/api/v1/ca/outpatient/rate", headers: {} },
  status: 200,
  body: "[]",
};

const right: Answer = { status: 200, headers: {}, body: "[]", milliseconds: 3 };

interface Given {
  readonly stoodStill?: number;
  readonly isExplained?: boolean;
}

async function judged(tell: (judge: Judge) => void, { stoodStill = 0, isExplained = false }: Given = {}) {
  const findings = new Findings();
  const judge = new Judge({
    stoodStill: async () => stoodStill,
    isExplained: async () => isExplained,
    patience: PROMISED,
    findings,
  });
  tell(judge);
  await judge.conclude();
  return { found: foundBy(findings), table: findings.table() };
}

function found(answer: Partial<Answer>, given?: Given) {
  return judged((judge) => judge.answered(expected, { ...right, ...answer }), given);
}

it("an answer of exactly two seconds is in time, one of more is a hang", async () => {
  expect((await found({ milliseconds: 2_000 })).found).toEqual([]);
  expect((await found({ milliseconds: 2_001 })).found[0]).toContain("took 2001 ms");
});

it("an answer may take longer by the time for which the machine stood still, and is counted as excused", async () => {
  const excused = await found({ milliseconds: 2_700 }, { stoodStill: 700 });
  expect(excused.found).toEqual([]);
  expect(excused.table).toContain("slowest 2700 ms; 1 above 2000 ms while the machine stood still");
  const hang = await found({ milliseconds: 2_701 }, { stoodStill: 700 });
  expect(hang.found[0]).toContain("took 2701 ms, of which the machine stood still for 700");
  expect(hang.table).toContain("| lookup | 1 | 1 | slowest 2701 ms |");
});

it("a wrong answer is a finding however still the machine stood", async () => {
  const given = { stoodStill: 60_000, isExplained: true };
  expect((await found({ body: "[1]", milliseconds: 9_000 }, given)).found[0]).toContain("a wrong answer: [1]");
  expect((await found({ status: 500 }, given)).found[0]).toContain("answered 500 instead of 200");
});

it("503 and a broken connection are findings unless a kill explains them", async () => {
  const broken = (judge: Judge) => judge.broken(expected, new Error("socket hang up"));
  expect((await found({ status: 503 })).found[0]).toContain("answered 503");
  expect((await judged(broken)).found[0]).toContain("the connection broke: socket hang up");
  expect((await found({ status: 503 }, { isExplained: true })).table).toContain("| 503 that a kill explains | 1 | 0 |");
  const explained = await judged(broken, { isExplained: true });
  expect(explained.found).toEqual([]);
  expect(explained.table).toContain("| connections that a kill explains | 1 | 0 |");
});
