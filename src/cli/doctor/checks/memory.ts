import { totalmem } from "node:os";
import { bytesText } from "../bytes-text.ts";
import type { Examined } from "../examined.ts";
import { type DoctorFinding, doubt, well } from "../finding.ts";

/** What a busy process takes with its bytes in flight (docs/operations.md, Memory). */
const PROCESS_BYTES = 512 * 1024 * 1024;

export function memoryFindings(
  { workers }: Pick<Examined, "workers">,
  bytes = usableBytes(),
): readonly DoctorFinding[] {
  const found = `${bytesText(bytes)} for ${workers} ${workers === 1 ? "process" : "processes"}.`;
  const needed = workers * PROCESS_BYTES;
  if (bytes >= needed) return [well("memory", found)];
  const remedy = `A busy process takes up to ${bytesText(PROCESS_BYTES)}: give it ${bytesText(needed)}, or fewer --workers.`;
  return [doubt("memory", found, remedy)];
}

/** What the machine has, or the container may use of it. */
function usableBytes(): number {
  const allowed = process.constrainedMemory();
  // Without a limit the system tells none, or one beyond every machine.
  return allowed > 0 ? Math.min(allowed, totalmem()) : totalmem();
}
