import { existsSync } from "node:fs";
import { homeIn } from "../../../operations/home.ts";
import { mirrored } from "../../../operations/mirrored-home.ts";
import type { Examined } from "../examined.ts";
import { type DoctorFinding, doubt, fault } from "../finding.ts";
import { openStore, soundStore } from "./key-store.ts";
import { usableFindings } from "./usable-keys.ts";

/** The keys of a home whose server follows no database. */
export function keyFindings({ home }: Pick<Examined, "home">, now = new Date()): readonly DoctorFinding[] {
  const { keysFile } = homeIn(home);
  if (!existsSync(keysFile)) {
    return [doubt("keys", "There are no keys yet, so that nobody can ask.", 'Make one with "ratebook keys create".')];
  }
  const remedy = `Move ${keysFile} away, then put back a copy: "ratebook keys import" takes what "keys export" wrote.`;
  const store = soundStore(keysFile, remedy);
  if ("verdict" in store) return [store];
  if (store.isMirror) {
    return [
      fault("keys", mirrored(keysFile).message, "Examine it as it is served: with --database, or another --home."),
    ];
  }
  const keys = store.stored.map(({ key }) => key);
  return [...usableFindings(keys, now), ...openStore(keysFile)];
}
