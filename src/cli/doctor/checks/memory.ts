import { totalmem } from "node:os";
import { JOB_LIMITS } from "../../../jobs/limits.ts";
import { bytesText } from "../bytes-text.ts";
import type { Examined } from "../examined.ts";
import { type DoctorFinding, doubt, well } from "../finding.ts";

const MEBIBYTE = 1024 * 1024;
/** What a busy process takes with its bytes in flight (docs/operations.md, Memory). */
const PROCESS_BYTES = 512 * MEBIBYTE;
/** What the files that clients have repriced may take beside that, in each process. */
const FILES_BYTES = JOB_LIMITS.filesMebibytesMax * MEBIBYTE;

export function memoryFindings(
  { workers }: Pick<Examined, "workers">,
  bytes = usableBytes(),
): readonly DoctorFinding[] {
  const found = `${bytesText(bytes)} for ${workers} ${workers === 1 ? "process" : "processes"}.`;
  const needed = workers * (PROCESS_BYTES + FILES_BYTES);
  if (bytes >= needed) return [well("memory", found)];
  const busy = `A busy process takes up to ${bytesText(PROCESS_BYTES)}, and files to reprice up to ${bytesText(FILES_BYTES)} more`;
  const danger = "the system may end a process that needs more than there is";
  const remedy = `${busy}; ${danger}. Give the service ${bytesText(needed)}, or fewer --workers.`;
  return [doubt("memory", found, remedy)];
}

/** What the machine has, or the container may use of it. */
function usableBytes(): number {
  const allowed = process.constrainedMemory();
  // Without a limit the system tells none, or one beyond every machine.
  return allowed > 0 ? Math.min(allowed, totalmem()) : totalmem();
}
