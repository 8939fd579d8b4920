import { otherEncoding } from "../text/encoding.ts";
import { quoted } from "../text/refusal.ts";
import { checksum, type ExportedKey, FORMAT, FORMAT_NUMBER, storedFrom } from "./key-export.ts";
import { keyFaults, shownValue } from "./key-faults.ts";
import type { StoredKey } from "./key-store.ts";

/** Keys of a team are hundreds; a file with more than this is none of ours. */
export const IMPORTED_KEYS_MAX = 100_000;
/** A key takes half a kilobyte. */
export const IMPORTED_BYTES_MAX = 64 * 1024 * 1024;

/** The keys of a file, or everything that is wrong with it. */
type ReadExport =
  | { readonly ok: true; readonly keys: readonly StoredKey[] }
  | { readonly ok: false; readonly faults: readonly string[] };

const FIELDS = ["format", "format_number", "exported_at", "keys_sha256", "keys"];

/** Reads a file that was written by `keys export`; every fault is named, with its place. */
export function readExport(bytes: Uint8Array): ReadExport {
  const file = parsed(bytes);
  if (typeof file === "string") return { ok: false, faults: [file] };
  if (file.format !== FORMAT) {
    return refused(`format is ${shownValue(file.format)}, not ${quoted(FORMAT)}: it is no file of "keys export"`);
  }
  // What another format means by its fields is not known: nothing else is looked at.
  if (file.format_number !== FORMAT_NUMBER) {
    return refused(
      `format_number is ${shownValue(file.format_number)}; this Ratebook reads ${FORMAT_NUMBER}: import it with the Ratebook that wrote it, or upgrade`,
    );
  }
  const { keys } = file;
  if (!Array.isArray(keys)) return refused("keys is not a list");
  if (keys.length > IMPORTED_KEYS_MAX)
    return refused(`keys has ${keys.length} entries, more than ${IMPORTED_KEYS_MAX}`);
  const unknown = Object.keys(file).filter((name) => !FIELDS.includes(name));
  const faults = [...unknown.map((name) => `${shownValue(name)} is no field of the file`), ...keyFaults(keys)];
  if (faults.length > 0) return { ok: false, faults };
  const sound = keys as readonly ExportedKey[];
  if (checksum(sound) !== file.keys_sha256) {
    return refused("keys_sha256 does not fit the keys: the file was changed or damaged after it was exported");
  }
  return { ok: true, keys: sound.map(storedFrom) };
}

function refused(fault: string): ReadExport {
  return { ok: false, faults: [fault] };
}

/** The object in the file, or why there is none. */
function parsed(bytes: Uint8Array): Readonly<Record<string, unknown>> | string {
  if (bytes.length > IMPORTED_BYTES_MAX) return `it has ${bytes.length} bytes, more than ${IMPORTED_BYTES_MAX}`;
  if (bytes.length === 0) return "it is empty";
  const encoding = otherEncoding(bytes);
  if (encoding !== null) return `it is written in ${encoding}; UTF-8 is expected`;
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    return isObject ? (value as Readonly<Record<string, unknown>>) : "it holds no JSON object";
  } catch (error) {
    // What the parser says may quote the file.
    return error instanceof SyntaxError ? "it is no whole JSON: its end may be missing" : "it is no UTF-8 text";
  }
}
