import { expect, it } from "vitest";
import type { Answer } from "../../scripts/fire/http.ts";
import { PROMISED } from "../../scripts/fire/patience.ts";
import { Contract } from "../../scripts/fuzz/contract.ts";
import { type Json, type Operation, operationsOf } from "../../scripts/fuzz/openapi.ts";
import { createOpenApi } from "../../src/http/openapi/document.ts";
import { states } from "../../src/states/index.ts";

const document = JSON.parse(JSON.stringify(createOpenApi(states, () => []))) as Json;
const operations = operationsOf(document);
const contract = new Contract(document, PROMISED);
const livez = operations.find(({ id }) => id === "livez") as Operation;
const lookup = operations.find(({ id }) => id === "ca-outpatient-rate") as Operation;

function answer(status: number, body: unknown, mediaType = "application/json"): Answer {
  const headers = { "content-type": mediaType, "x-request-id": "r-1" };
  return { status, headers, body: JSON.stringify(body), milliseconds: 1 };
}

function problem(code: string, status: number): Answer {
  const document = { type: "/p", title: "t", status, detail: "d", code, request_id: "r-1" };
  return answer(status, document, "application/problem+json");
}

it("takes what the document allows", () => {
  expect(operations).toHaveLength(59);
  expect(contract.problemOf(livez, answer(200, { status: "alive" }))).toBeNull();
  expect(contract.problemOf(lookup, problem("invalid_parameter", 400))).toBeNull();
  expect(contract.problemOf(lookup, problem("not_found", 404))).toBeNull();
});

it("finds a body that does not fit, and members that are missing", () => {
  expect(contract.problemOf(livez, answer(200, { status: "dead" }))).toContain("does not fit");
  expect(contract.problemOf(lookup, answer(200, []))).toContain("does not fit");
  expect(contract.problemOf(lookup, answer(400, { code: "invalid_parameter" }, "application/problem+json"))).toContain(
    "does not fit",
  );
});

it("finds a problem that the operation does not list, one of another status, and any failure", () => {
  expect(contract.problemOf(lookup, problem("batch_too_large", 400))).toContain("does not list");
  expect(contract.problemOf(lookup, problem("not_found", 400))).toContain("not_found as 400");
  expect(contract.problemOf(lookup, problem("internal_error", 500))).toContain("answered 500");
});

it("finds an answer that is late, of another type or without its number", () => {
  expect(contract.problemOf(livez, { ...answer(200, { status: "alive" }), milliseconds: 2_001 })).toBe("took 2001 ms");
  expect(contract.problemOf(livez, answer(200, { status: "alive" }, "text/html"))).toBe("200 as text/html");
  const { body } = answer(200, { status: "alive" });
  const headers = { "content-type": "application/json" };
  expect(contract.problemOf(livez, { status: 200, headers, body, milliseconds: 1 })).toBe("200 without X-Request-Id");
});
