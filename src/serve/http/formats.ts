import { hash } from "node:crypto";
import type { Readable } from "node:stream";
import type { Format } from "../../answers/answer.ts";
import { STYLE } from "../../answers/explanation/page-style.ts";
import { API_PREFIX } from "../../pricing/state/api-paths.ts";
import type { Body } from "./answer-body.ts";
import { type Exchange, MEDIA_TYPES, type RouteFacts } from "./exchange.ts";

/** The format that a client prefers of those that there are, with a Vary header for caches. */
export function chosenFormat<Offered extends Format>(
  exchange: Exchange,
  offered: readonly Offered[],
): Offered | "json" {
  exchange.vary("Accept");
  return formatAccepted(exchange.request.headers.accept, offered);
}

/** Answers in a format; a table is a file to save. */
export function sendAs(exchange: Exchange, format: Format, body: Body, status = 200): void {
  nameTable(exchange, format);
  exchange.send(status, MEDIA_TYPES[format], body);
}

/** Answers in a format that the client may keep, and check by its tag before each use. Nothing but that client keeps it. */
export function sendTaggedAs(exchange: Exchange, format: Format, body: Body): void {
  nameTable(exchange, format);
  exchange.sendTagged(MEDIA_TYPES[format], body, "private, no-cache");
}

export function sendStoredAs(
  exchange: Exchange,
  format: Format,
  { length, stream }: { readonly length: number; readonly stream: Readable },
  status: number,
): void {
  nameTable(exchange, format);
  exchange.sendStream(MEDIA_TYPES[format], length, stream, status);
}

function nameTable(exchange: Exchange, format: Format): void {
  if (format !== "csv") return;
  exchange.header("content-disposition", `attachment; filename="${fileName(exchange.route)}.csv"`);
}

/** `ca-outpatient-rate-history`: the path of the route, and nothing of what was sent. */
function fileName({ route, state }: RouteFacts): string {
  return route
    .slice(API_PREFIX.length)
    .split("/")
    .map((part) => (part === ":state" ? (state ?? "") : part))
    .filter((part) => part !== "" && !part.startsWith(":"))
    .join("-");
}

/** The names that clients request the formats by. */
const NAMES: Readonly<Record<Format, string>> = { json: "application/json", html: "text/html", csv: "text/csv" };

/** Formats of an answer that is a table; JSON unless the client prefers another. */
export const JSON_OR_CSV = ["json", "csv"] as const;

/** The format that a client names first in its Accept header; JSON when it names none that there is, as errors do. */
export function formatAccepted<Offered extends Format>(
  accept: string | undefined,
  offered: readonly Offered[],
): Offered | "json" {
  let chosen: Offered | "json" = "json";
  let place = Number.POSITIVE_INFINITY;
  for (const format of offered) {
    const found = accept?.toLowerCase().indexOf(NAMES[format]) ?? -1;
    if (found >= 0 && found < place) [chosen, place] = [format, found];
  }
  return chosen;
}

/** Forbidden in every document of the service (CSP). */
const NEVER = ["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"];

/** A policy that allows what is listed and nothing else. */
export function contentSecurityPolicy(...allowed: readonly string[]): string {
  return ["default-src 'none'", ...allowed, ...NEVER].join("; ");
}

/** The one style of printed documents, by its hash: a policy allows it without allowing others. */
export const PRINTED_STYLE = `'sha256-${hash("sha256", STYLE, "base64")}'`;

/** The headers of every HTML document: other sites learn nothing from it, and cannot open, frame or embed it. */
export function writeDocumentHeaders(exchange: Exchange, policy: string): Exchange {
  return exchange
    .header("content-security-policy", policy)
    .header("referrer-policy", "no-referrer")
    .header("cross-origin-opener-policy", "same-origin")
    .header("cross-origin-resource-policy", "same-origin");
}
