import { randomBytes } from "node:crypto";
import { SESSION_PATH } from "../../src/serve/http/session-endpoints.ts";
import { sessionToken } from "../../src/serve/http/sessions.ts";
import { within } from "../fire/budget.ts";
import { type Answer, Client } from "../fire/http.ts";
import type { KnownLookup } from "../fire/known-lookups.ts";
import type { Patience } from "../fire/patience.ts";
import type { Random } from "../fire/random.ts";
import { waitFor } from "../fire/wait-for.ts";
import { Contract, type Documented } from "./contract.ts";
import type { FuzzedServer } from "./fuzzed-server.ts";
import type { Json } from "./openapi.ts";

const TWELVE_HOURS = 12 * 3_600_000;

/** The cookie of a session: its name and its token. */
interface Cookie {
  readonly name: string;
  readonly token: string;
}

/** A cookie that is worth nothing. */
interface BadCookie {
  readonly kind: string;
  readonly cookie: string;
}

type Maker = (cookie: Cookie, random: Random) => BadCookie;

const forged: Maker = ({ name, token }, random) => {
  const place = random.whole(token.length);
  const other = random.pick([..."AZaz09_-."].filter((character) => character !== token[place]));
  return { kind: "forged", cookie: `${name}=${token.slice(0, place)}${other}${token.slice(place + 1)}` };
};

/** Claims that say more than those that were signed. */
const changed: Maker = ({ name, token }, random) => {
  const [keyId = "", expiresAt = "", ...rest] = token.split(".");
  const claims = random.pick([
    [keyId, String(Number(expiresAt) + TWELVE_HOURS), ...rest],
    [`${keyId}x`, expiresAt, ...rest],
    ["", expiresAt, ...rest],
    [keyId, "9".repeat(15), ...rest],
    [keyId, expiresAt, "__proto__", ...rest.slice(1)],
    [keyId, expiresAt, ...rest, ...rest],
  ]);
  return { kind: "claims changed", cookie: `${name}=${claims.join(".")}` };
};

const cut: Maker = ({ name, token }, random) => ({
  kind: "cut off",
  cookie: `${name}=${token.slice(0, random.whole(token.length))}`,
});

/** As a server signs that started with another secret. */
const ofAnotherStart: Maker = ({ name, token }) => {
  const claims = { keyId: token.split(".")[0] ?? "", expiresAtMilliseconds: Date.now() + TWELVE_HOURS };
  return { kind: "of another start", cookie: `${name}=${sessionToken(claims, randomBytes(32))}` };
};

const strange: Maker = ({ name, token }, random) => ({
  kind: "strange",
  cookie: random.pick([
    `${name}=`,
    `${name}`,
    `${name}="${token}"x`,
    `${name}=${token.repeat(3)}`,
    `${name}=${"a".repeat(6_000)}`,
    `${name}x=${token}`,
    `x${name}=${token}`,
    `${name}=%00${token}`,
    `${"a=b; ".repeat(500)}${name}=x`,
  ]),
});

const MAKERS = [forged, changed, cut, ofAnotherStart, strange] as const;

/** What a person's browser does: exchanges a key for a cookie, asks with it, and signs out. */
export async function fuzzSessions(server: FuzzedServer): Promise<void> {
  const { port, key, lookups, random, budget, patience, findings } = server;
  const client = new Client(port, 4, patience);
  try {
    const contract = new Contract(JSON.parse((await client.get("/openapi.json", key)).body) as Json, patience);
    const browser = new Browser(client, port, key);
    let place = 0;
    for (const isOn = within(budget); isOn(); place += 1) {
      const known = random.pick(lookups);
      const cookie = await browser.signIn(place % 3 === 2 ? "https" : "http");
      if (typeof cookie === "string") {
        findings.check("sessions, signed in", cookie, null);
        continue;
      }
      findings.check("sessions, signed in", difference(await browser.look(known, text(cookie)), known), null);
      const bad = (MAKERS[place % MAKERS.length] as Maker)(cookie, random);
      const refused = refusalProblem(contract, known, await browser.look(known, bad.cookie));
      findings.check(`sessions, ${bad.kind}`, refused, bad.kind);
      const elsewhere = await browser.look(known, text(cookie), { "sec-fetch-site": "cross-site" });
      findings.check("sessions, from another site", refusalProblem(contract, known, elsewhere), null);
      findings.check("sessions, signed out", await signedOut(browser, cookie, known, contract, patience), null);
    }
  } finally {
    client.close();
  }
}

function text({ name, token }: Cookie): string {
  return `${name}=${token}`;
}

class Browser {
  readonly #client: Client;
  readonly #host: string;
  readonly #key: string;

  constructor(client: Client, port: number, key: string) {
    this.#client = client;
    this.#host = `localhost:${port}`;
    this.#key = key;
  }

  /** The cookie of a new session; what is wrong where there is none. */
  async signIn(scheme: "http" | "https"): Promise<Cookie | string> {
    const headers = { ...this.#page(scheme), authorization: `Bearer ${this.#key}` };
    const {
      status,
      headers: answered,
      body,
    } = await this.#client.send({ method: "POST", path: SESSION_PATH, headers });
    if (status !== 200) return `refused with ${status}: ${body.slice(0, 200)}`;
    return cookieIn(answered["set-cookie"]?.[0] ?? "", scheme === "https");
  }

  async signOut({ name, token }: Cookie): Promise<Answer> {
    const headers = { ...this.#page(name.startsWith("__Host-") ? "https" : "http"), cookie: `${name}=${token}` };
    return await this.#client.send({ method: "DELETE", path: SESSION_PATH, headers });
  }

  async look({ path }: KnownLookup, cookie: string, more: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return await this.#client.send({ method: "GET", path, headers: { host: this.#host, cookie, ...more } });
  }

  #page(scheme: string): Record<string, string> {
    return { host: this.#host, origin: `${scheme}://${this.#host}` };
  }
}

/** A cookie as browsers take it; what is wrong with it for sessions. */
export function cookieIn(setCookie: string, isSecure: boolean): Cookie | string {
  const [pair = "", ...attributes] = setCookie.split("; ");
  const [, name = "", token = ""] = /^([^=]+)=(.+)$/.exec(pair) ?? [];
  if (token === "") return `no cookie: ${setCookie.slice(0, 100)}`;
  const wanted = ["HttpOnly", "SameSite=Strict", "Path=/", ...(isSecure ? ["Secure"] : [])];
  const missing = wanted.filter((attribute) => !attributes.includes(attribute));
  if (missing.length > 0) return `the cookie lacks ${missing.join(", ")}`;
  if (isSecure && !name.startsWith("__Host-")) return `over TLS the cookie is called ${name}`;
  return { name, token };
}

function difference({ status, body }: Answer, { answer }: KnownLookup): string | null {
  return body === answer ? null : `answered ${status}: ${body.slice(0, 200)}`;
}

/** What is wrong with the answer to a cookie that is worth nothing. */
export function refusalProblem(contract: Contract, known: KnownLookup, answer: Answer): string | null {
  const documented: Documented = { documented: documentedPath(known), method: "get" };
  if (answer.status === 200) return `a lookup is answered: ${answer.body.slice(0, 100)}`;
  return contract.problemOf(documented, answer);
}

function documentedPath({ path }: KnownLookup): string {
  return (path.split("?")[0] as string).replace(/^\/api\/v1/, "");
}

/** A session that was ended is refused, by every process of the server within a moment. */
async function signedOut(
  browser: Browser,
  cookie: Cookie,
  known: KnownLookup,
  contract: Contract,
  { revokedMillisecondsMax }: Patience,
): Promise<string | null> {
  const { status, body } = await browser.signOut(cookie);
  if (status !== 200) return `refused with ${status}: ${body.slice(0, 200)}`;
  const ended = { problem: null as string | null };
  await waitFor(
    async () => {
      ended.problem = refusalProblem(contract, known, await browser.look(known, text(cookie)));
      return ended.problem === null;
    },
    Math.min(revokedMillisecondsMax, SIGNED_OUT_MILLISECONDS_MAX),
  );
  return ended.problem;
}

/** A session that works for so long after signing out works until it expires. */
const SIGNED_OUT_MILLISECONDS_MAX = 60_000;
