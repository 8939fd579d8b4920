import { useEffect, useState } from "preact/hooks";
import { firstRecords } from "./first-records.ts";

/** Enough to see what kind of faults there are; all of them are in the file. */
const FAULTS_SHOWN = 20;

/** So much of the file is read for them, however large it is. */
const BYTES_READ_MAX = 64 * 1024;

export interface FaultyLine {
  readonly line: string;
  readonly columns: string;
  readonly reasons: string;
}

/** The first lines of a file of faults. Null until they are there, and where they cannot be had: the file itself is linked. */
export function useFirstFaults(path: string | null): readonly FaultyLine[] | null {
  const [faults, setFaults] = useState<readonly FaultyLine[] | null>(null);
  useEffect(() => {
    if (path === null) return;
    const question = new AbortController();
    readHead(path, question.signal).then(
      ({ text, isWhole }) => {
        // The first record is the heading.
        const [, ...records] = firstRecords(text, FAULTS_SHOWN + 1, isWhole);
        setFaults(records.map(([line = "", columns = "", reasons = ""]) => ({ line, columns, reasons })));
      },
      () => {},
    );
    return () => question.abort();
  }, [path]);
  return faults;
}

async function readHead(
  path: string,
  signal: AbortSignal,
): Promise<{ readonly text: string; readonly isWhole: boolean }> {
  const response = await fetch(path, { signal, credentials: "same-origin", redirect: "error" });
  if (!response.ok || response.body === null) throw new Error(`status ${response.status}`);
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  while (bytes < BYTES_READ_MAX) {
    const { done, value } = await reader.read();
    if (done) return { text, isWhole: true };
    bytes += value.length;
    text += decoder.decode(value, { stream: true });
  }
  await reader.cancel();
  return { text, isWhole: false };
}
