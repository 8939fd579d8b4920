import { isIPv4 } from "node:net";

/** The paths that probes and scrapers request every few seconds. */
export const PROBES = { liveness: "/livez", readiness: "/readyz", metrics: "/metrics" } as const;

/** A browser cannot open a host that stands for every address: this address works on the machine itself. */
const OPENED_INSTEAD: ReadonlyMap<string, string> = new Map([
  ["0.0.0.0", "127.0.0.1"],
  ["[::]", "[::1]"],
]);

/** Where a server is reached, as a URL; an IPv6 address stands in brackets. */
export function addressOf(host: string, port: number): string {
  const name = nameInUrl(host);
  return new URL(`http://${OPENED_INSTEAD.get(name) ?? name}:${port}`).origin;
}

/** A URL has one spelling for each address: 0 is 0.0.0.0. */
function nameInUrl(host: string): string {
  return new URL(`http://${host.includes(":") ? `[${host}]` : host}`).hostname;
}

/** A name, an IPv4 address or an IPv6 address in brackets, with a port or without: no userinfo, spaces or further ports. */
const HOST = /^(\[[0-9a-f:.]{2,45}\]|[a-z0-9._-]{1,253})(?::[0-9]{0,5})?$/i;

/** The name or address in a Host header, without its port and in lower case; null when it has no such form. */
export function hostNameIn(host: string): string | null {
  return HOST.exec(host)?.[1]?.toLowerCase() ?? null;
}

/**
 * Whether a name or address always means the machine itself: localhost and names below it (RFC 6761), 127.0.0.0/8 and ::1, also where IPv6
 * writes an IPv4 address.
 */
export function isLoopbackName(name: string): boolean {
  const bare = (name.startsWith("[") ? name.slice(1, -1) : name).toLowerCase();
  if (bare === "localhost" || bare.endsWith(".localhost")) return true;
  const address = bare.startsWith("::ffff:") ? bare.slice("::ffff:".length) : bare;
  if (isIPv4(address)) return address.startsWith("127.");
  return address === "::1" || address === "0:0:0:0:0:0:0:1";
}
