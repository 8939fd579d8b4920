import { expect } from "vitest";
import { PROBLEMS, type ProblemCode } from "../../../../src/serve/http/problems.ts";
import type { Answered } from "./ask.ts";

interface ProblemDocument {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: ProblemCode;
  readonly request_id: string;
  readonly errors?: readonly { readonly field: string; readonly code: string; readonly message: string }[];
}

/** Checks that a body is a whole problem document and hands it on. */
export function problemDocument(status: number, contentType: unknown, body: string): ProblemDocument {
  expect(contentType).toBe("application/problem+json");
  const problem = JSON.parse(body) as ProblemDocument;
  expect(Object.keys(PROBLEMS)).toContain(problem.code);
  const { title } = PROBLEMS[problem.code];
  expect(problem).toMatchObject({ type: `/docs/problems/${problem.code}`, title, status });
  expect(PROBLEMS[problem.code].status).toBe(status);
  expect(problem.detail).not.toBe("");
  expect(problem.request_id).toMatch(/^[0-9a-f]{10}-[0-9a-z]+$/);
  return problem;
}

export function expectProblem(response: Answered, code: ProblemCode): ProblemDocument {
  const problem = problemDocument(response.statusCode, response.headers["content-type"], response.body);
  expect(problem.code).toBe(code);
  expect(response.headers["x-request-id"]).toBe(problem.request_id);
  expect(response.headers["cache-control"]).toBe("no-store");
  return problem;
}
