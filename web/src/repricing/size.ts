import { JOB_LIMITS } from "../../../src/reprice/jobs/limits.ts";
import type { Problem } from "../api/problem.ts";

const UNITS = ["bytes", "KB", "MB", "GB"] as const;
const STEP = 1024;

/** "812 bytes", "1.4 MB" */
export function sizeText(bytes: number): string {
  let [size, unit] = [bytes, 0];
  while (size >= STEP && unit < UNITS.length - 1) {
    size /= STEP;
    unit += 1;
  }
  const figure = unit === 0 || size >= 100 ? Math.round(size).toLocaleString("en-US") : size.toFixed(1);
  return `${figure.replace(/\.0$/, "")} ${UNITS[unit]}`;
}

/** What the service takes, in words: said before a file is sent. */
export const SIZE_LIMIT = `up to ${sizeText(JOB_LIMITS.fileBytesMax)} and ${JOB_LIMITS.linesMax.toLocaleString("en-US")} lines`;

/** A file that the service would refuse need not be sent. */
export function tooLarge(bytes: number): Problem | null {
  if (bytes <= JOB_LIMITS.fileBytesMax) return null;
  return {
    status: 413,
    code: "payload_too_large",
    title: "The file is too large",
    detail: `It has ${sizeText(bytes)}; the service takes ${SIZE_LIMIT}. Split it, or reprice it with the command.`,
  };
}
