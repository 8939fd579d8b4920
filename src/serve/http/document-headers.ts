import type { Exchange } from "./exchange.ts";

/** What no document of the service allows, whatever else it loads (CSP). */
const NEVER = ["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'"];

/** A policy that lets in what is listed and nothing else. */
export function contentSecurityPolicy(...allowed: readonly string[]): string {
  return ["default-src 'none'", ...allowed, ...NEVER].join("; ");
}

/** The headers of everything that a browser shows as a document: it tells other sites nothing, and they cannot open, frame or embed it. */
export function writeDocumentHeaders(exchange: Exchange, policy: string): Exchange {
  return exchange
    .header("content-security-policy", policy)
    .header("referrer-policy", "no-referrer")
    .header("cross-origin-opener-policy", "same-origin")
    .header("cross-origin-resource-policy", "same-origin");
}
