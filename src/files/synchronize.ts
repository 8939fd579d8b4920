import { closeSync, fsyncSync, openSync } from "node:fs";

/** What is in a file, or which names a folder has, survives a loss of power from here on. */
export function synchronize(path: string): void {
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
