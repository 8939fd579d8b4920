import { existsSync, rmSync } from "node:fs";
import { AuditLog } from "../audit/audit-log.ts";
import { putInPlace, unusableStore } from "../keys/store-file.ts";
import type { Home } from "./home.ts";
import { keysOfHome } from "./home-keys.ts";
import type { KeyPlace } from "./key-place.ts";

/**
 * A home that keys are imported to. Where it has no store, a new or a lost one, that is made beside and put in its place with all its
 * keys: a running server never finds one that is still empty, and one that could not be filled is no store at all.
 */
export function importedHome(home: Home): KeyPlace {
  const { keysFile, auditFile } = home;
  if (existsSync(keysFile)) return keysOfHome(home);
  const draft = `${keysFile}.${process.pid}.imported`;
  const beside = keysOfHome({ ...home, keysFile: draft });
  return {
    ...beside,
    change: async (work) => {
      try {
        rmSync(draft, { force: true });
        const outcome = await beside.change(work);
        try {
          putInPlace(draft, keysFile);
        } catch (error) {
          new AuditLog(auditFile).append("key_change_undone", { file: "keys.db" });
          throw unusableStore(keysFile, error);
        }
        return outcome;
      } finally {
        rmSync(draft, { force: true });
      }
    },
  };
}
