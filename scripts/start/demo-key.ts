import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { issueKey, keyStatus } from "../../src/keys/issue.ts";
import { KeyStore } from "../../src/keys/key-store.ts";
import { tokenHash } from "../../src/keys/token.ts";
import { openHome } from "../../src/operations/home.ts";
import { states } from "../../src/states/index.ts";

/**
 * The demo key of a home. It is the same at every start, so that command lines tried before go on working; for that
 * its token is kept in a file, which no other key's ever is.
 */
export function demoKey(home: string): string {
  const file = join(home, "demo-key");
  const codes = states.map(({ code }) => code);
  const store = new KeyStore(openHome(home).keysFile);
  try {
    const kept = keptToken(file);
    const key = kept === null ? undefined : store.usable().get(tokenHash(kept));
    const knowsAllStates = key !== undefined && codes.every((code) => key.states.includes(code));
    if (kept !== null && knowsAllStates && keyStatus(key, new Date()) === "active") return kept;

    const request = { name: "demo", states: codes, expiresAt: null, lookupsPerMinute: null };
    const { token } = issueKey(store, request, new Date());
    writeFileSync(file, token, { mode: 0o600 });
    return token;
  } finally {
    store.close();
  }
}

function keptToken(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}
