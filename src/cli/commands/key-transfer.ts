import { refuseOverwriting } from "../../files/writing.ts";
import { existingHome } from "../../operations/home.ts";
import { exportKeys, importKeys, readKeysFile } from "../../operations/key-transfer.ts";
import { importPlace, keyPlace, type WhichKeys } from "../key-place.ts";
import { print, printJson } from "../output.ts";
import type { ExitCode } from "../usage.ts";

interface About extends WhichKeys {
  readonly json: boolean;
}

export async function exportTo(options: About & { readonly out: string }): Promise<ExitCode> {
  const { out, json } = options;
  const place = keyPlace(options, (folder) => {
    const home = existingHome(folder);
    refuseOverwriting(
      [{ path: out, option: "--out" }],
      [
        { path: home.keysFile, what: "the store of the keys" },
        { path: home.auditFile, what: "the audit log" },
      ],
    );
    return home;
  });
  const count = await exportKeys(place, out);
  if (json) printJson({ file: out, keys: count });
  else
    print(
      `${out} holds ${count} ${count === 1 ? "key" : "keys"}. Keep it as you keep the keys' store: it says who may ask, though not with what.`,
    );
  return 0;
}

export async function importFrom(file: string, options: About): Promise<ExitCode> {
  // Before anything is opened or made.
  const keys = readKeysFile(file);
  const { added, updated, unchanged } = await importKeys(importPlace(options), keys);
  if (options.json) printJson({ file, added, updated, unchanged });
  else print(`${file}: ${added} ${added === 1 ? "key" : "keys"} added, ${updated} updated, ${unchanged} unchanged.`);
  return 0;
}
