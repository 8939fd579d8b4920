import type { Fate } from "./faulty-proxy.ts";

export const DROP: Fate = { kind: "drop" };
export const TRUNCATE: Fate = { kind: "truncate" };

/** A problem as the service answers it. */
export function problem(code: string, status: number, headers: Readonly<Record<string, string>> = {}): Fate {
  const body = { type: `/docs/problems/${code}`, title: "Title", status, detail: "Detail.", code, request_id: "r-1" };
  return {
    kind: "answer",
    status,
    headers: { "content-type": "application/problem+json", ...headers },
    body: JSON.stringify(body),
  };
}
