import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { keyStatus } from "../../src/keys/issue.ts";
import { tokenHash } from "../../src/keys/token.ts";
import { openHome } from "../../src/operations/home.ts";
import { createKey, withKeys } from "../../src/operations/key-changes.ts";
import { states } from "../../src/states/index.ts";

interface DemoKey {
  readonly token: string;
  readonly id: string;
}

/**
 * The demo key of a home. It is the same at every start, so that command lines tried before go on working; for that
 * its token is kept in a file, which no other key's ever is.
 */
export function demoKey(folder: string): DemoKey {
  const file = join(folder, "demo-key");
  const codes = states.map(({ code }) => code);
  const home = openHome(folder);
  const kept = keptToken(file);
  const key = kept === null ? undefined : withKeys(home, (store) => store.usable().get(tokenHash(kept)));
  const knowsAllStates = key !== undefined && codes.every((code) => key.states.includes(code));
  if (kept !== null && knowsAllStates && keyStatus(key, new Date()) === "active") return { token: kept, id: key.id };

  const { token, key: made } = createKey(home, {
    name: "demo",
    states: codes,
    expiresAt: null,
    lookupsPerMinute: null,
  });
  writeFileSync(file, token, { mode: 0o600 });
  return { token, id: made.id };
}

function keptToken(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}
