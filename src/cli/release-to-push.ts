import { statSync } from "node:fs";
import { RELEASE_BYTES_MAX, type ReleaseToPush } from "../catalogue/release-catalogue.ts";
import { sha256Of } from "../files/file-hash.ts";
import { refuseNoFile } from "../files/reading.ts";
import { findingText } from "../release/verify-tables.ts";
import { verifyRelease } from "../release/verify.ts";
import { failure } from "../runtime/failure.ts";
import type { OnProgress } from "../runtime/progress.ts";
import { states } from "../states/index.ts";

/**
 * A file that is pushed: all of it verified, and its hash taken before, so that what is sent can be compared with what was verified. Throws a failure with
 * the first finding.
 */
export async function releaseToPush(file: string, pushedBy: string, onProgress: OnProgress): Promise<ReleaseToPush> {
  refuseNoFile(file);
  const { size } = statSync(file);
  if (size > RELEASE_BYTES_MAX) {
    throw failure(`${file} has ${size} bytes; a release that is pushed has at most ${RELEASE_BYTES_MAX}.`);
  }
  let read = 0;
  const sha256 = await sha256Of(file, (bytes) => {
    read += bytes;
    onProgress({ stage: "reading", done: read, total: size });
  });
  const { description, findings, findingCount } = await verifyRelease(file, states, onProgress);
  const [first] = findings;
  if (description === null || findingCount > 0) {
    const more = findingCount > 1 ? ` There are ${findingCount} findings: see "ratebook verify ${file}".` : "";
    const reason = first === undefined ? "it does not say what it is" : findingText(first);
    throw failure(`${file} is not pushed: ${reason}${more}`);
  }
  const { name, version, contentHash } = description;
  return { file, name, version, contentHash, bytes: size, sha256, pushedBy };
}
