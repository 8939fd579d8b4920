import type { IncomingMessage } from "node:http";

/** Methods that change nothing, so that nobody gains by having a browser send them. */
const SAFE_METHODS: ReadonlySet<string | undefined> = new Set(["GET", "HEAD"]);

/**
 * Whether a request that a browser signs with its cookie comes from a page of this server (CSRF). The cookie is
 * SameSite=Strict, which keeps other sites out; other ports of the same machine are the same site, and browsers tell them
 * apart by these headers. Sec-Fetch-Site is sent to secure and loopback addresses alone, Origin with whatever changes something.
 */
export function isSameOrigin({ method, headers }: Pick<IncomingMessage, "method" | "headers">): boolean {
  const site = headers["sec-fetch-site"];
  // `none`: the person typed the address, or opened a bookmark.
  if (site !== undefined && site !== "same-origin" && !(site === "none" && SAFE_METHODS.has(method))) return false;
  if (SAFE_METHODS.has(method)) return true;
  return originHost(headers.origin) === headers.host?.toLowerCase();
}

/** As browsers write it: a scheme, a host, and a port where it is not the usual one. */
const ORIGIN = /^https?:\/\/([^/?#@]+)$/;

function originHost(origin: string | undefined): string | null {
  return (origin !== undefined && ORIGIN.exec(origin)?.[1]?.toLowerCase()) || null;
}
