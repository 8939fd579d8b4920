import { Readable, Writable } from "node:stream";
import { run } from "../../../src/cli/run.ts";
import type { Ended } from "./ratebook.ts";

/** Runs a command in this process that would take its process over, and is refused before it does. */
export async function refused(
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  let [stdout, stderr] = ["", ""];
  const code = await run(args, {
    stdin: Readable.from([]),
    stdout: writable((text) => {
      stdout += text;
    }),
    stderr: writable((text) => {
      stderr += text;
    }),
    env: { ...process.env, ...variables },
  });
  return { code, stdout, stderr };
}

function writable(take: (text: string) => void): Writable {
  return new Writable({
    write(piece: Buffer, _encoding, done) {
      take(piece.toString());
      done();
    },
  });
}
