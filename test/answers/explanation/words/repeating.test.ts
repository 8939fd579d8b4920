import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { repeatingAddress, repeatingCommand } from "../../../../src/answers/explanation/result-words.ts";
import { API_PREFIX, EXPLAIN_SUFFIX, RATE_PATHS } from "../../../../src/pricing/state/api-paths.ts";
import { ASKED, explanationOf } from "../support/record.ts";

const request = { provider_name: "St. Mary's & $HOME; `x`", child_patient: true, total_charges: "900.00" };
const explanation = { ...explanationOf(), request };

it("a shell reads the command's parameters as they were understood", () => {
  const parameters = repeatingCommand(explanation, ASKED).slice(6).join(" ");
  const read = execFileSync("sh", ["-c", `printf '%s\\n' ${parameters}`], { encoding: "utf8" });
  expect(read.trimEnd().split("\n")).toEqual([
    "provider_name=St. Mary's & $HOME; `x`",
    "child_patient=true",
    "total_charges=900.00",
  ]);
});

it("the address carries the same parameters", () => {
  const address = new URL(repeatingAddress(explanation, ASKED), "http://localhost");
  expect(address.pathname).toBe(`${API_PREFIX}/ca${RATE_PATHS.outpatient}${EXPLAIN_SUFFIX}`);
  expect(Object.fromEntries(address.searchParams)).toEqual({ ...request, child_patient: "true" });
});
