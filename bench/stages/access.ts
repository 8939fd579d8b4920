import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ApiKey } from "../../src/keys/api-key.ts";
import { issueKey } from "../../src/keys/issue.ts";
import { WatchedKeyRing } from "../../src/keys/key-ring.ts";
import { WindowLimits } from "../../src/keys/rate-limits.ts";
import { SqliteKeyStore } from "../../src/keys/sqlite-key-store.ts";

export interface Access {
  /** Lets a request of some lookups in, as the service does. */
  admit(lookups: number): void;
  close(): void;
}

const LOOKUPS_PER_MINUTE = 1_000_000_000;

/** A key in a store of its own, with the limits of a server that is one process. */
export async function access(): Promise<Access> {
  const home = mkdtempSync(join(tmpdir(), "ratebook-bench-"));
  const file = join(home, "keys.db");
  const store = new SqliteKeyStore(file);
  const { token } = await issueKey(
    store,
    { name: "bench", states: ["ca"], expiresAt: null, lookupsPerMinute: null },
    new Date(),
  );
  await store.close();
  const nothing = () => {};
  const keys = new WatchedKeyRing(file, { onMissing: nothing, onUnreadable: nothing, onReopened: nothing });
  const limits = new WindowLimits(LOOKUPS_PER_MINUTE);
  return {
    admit: (lookups) => {
      const key = keys.authenticate(token) as ApiKey;
      limits.take(key, 1);
      // A batch pays for the rest of its items once they are known.
      if (lookups > 1) limits.take(key, lookups - 1);
    },
    close: () => {
      keys.close();
      rmSync(home, { recursive: true });
    },
  };
}
