import type { Readable } from "node:stream";
import type { Format } from "../../answers/answer.ts";
import { API_PREFIX } from "../../pricing/state/api-paths.ts";
import type { Body } from "./answer-body.ts";
import { formatAccepted, MEDIA_TYPES } from "./content-negotiation.ts";
import type { Exchange } from "./exchange.ts";
import type { RouteFacts } from "./route-facts.ts";

/** The format that a client wants most of those that there are, and a note for caches that it decides. */
export function chosenFormat<Offered extends Format>(
  exchange: Exchange,
  offered: readonly Offered[],
): Offered | "json" {
  exchange.header("vary", "Accept");
  return formatAccepted(exchange.request.headers.accept, offered);
}

/** Answers in a format; a table is a file to save. */
export function sendAs(exchange: Exchange, format: Format, body: Body, status = 200): void {
  nameTable(exchange, format);
  exchange.send(status, MEDIA_TYPES[format], body);
}

/** Answers in a format with what is stored in it. */
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
