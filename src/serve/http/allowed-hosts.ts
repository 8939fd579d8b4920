import type { IncomingMessage } from "node:http";
import { quoted } from "../../core/text/refusal.ts";
import { hostNameIn, isLoopbackName } from "../operations/address.ts";
import type { Problem } from "./problem.ts";

/**
 * The names that the service answers to. A page of any web site can have its own name lead to this machine (DNS
 * rebinding), and its visitors' browsers then let it read what is served here: what gives it away is the name, which the
 * browser sends as Host. So a service that listens on its own machine alone answers to no others than it knows.
 */
export class AllowedHosts {
  readonly #named: ReadonlySet<string>;
  #isRestricted: boolean;
  /** Nearly all requests have the Host of the one before. */
  #lastAllowed: string | null = null;

  constructor(named: readonly string[]) {
    this.#named = new Set(named.map((name) => name.toLowerCase()));
    this.#isRestricted = this.#named.size > 0;
  }

  /** Told the address that the service listens on, once it does. */
  listensOn(address: string): void {
    if (isLoopbackName(address)) this.#isRestricted = true;
  }

  /** Null when the Host is one that the service answers to. */
  problemOf(host: string): Problem | null {
    if (host === this.#lastAllowed) return null;
    const name = hostNameIn(host);
    if (name === null) return malformed(`The Host ${quoted(host)} is not a name or address with a port.`);
    if (this.#isRestricted && !isLoopbackName(name) && !this.#named.has(name)) return misdirected(name);
    this.#lastAllowed = host;
    return null;
  }
}

/** What is wrong with the Host of a request, which HTTP/1.1 demands; null when nothing is. */
export function hostProblem({ headers: { host }, httpVersion }: IncomingMessage, hosts: AllowedHosts): Problem | null {
  if (host !== undefined) return hosts.problemOf(host);
  return httpVersion === "1.1" ? malformed("The Host header is missing.") : null;
}

function malformed(detail: string): Problem {
  return { code: "malformed_request", detail };
}

function misdirected(name: string): Problem {
  const detail = `The service does not answer to the host ${quoted(name)}. Call it localhost, or allow the name with --allowed-host.`;
  return { code: "misdirected_request", detail };
}
