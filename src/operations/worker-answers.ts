import type { ReleaseDescription } from "../release/release.ts";
import { reasonOf } from "../runtime/failure.ts";

/* What several workers answer that were asked the same. */

/** The answers of those that gave one: a worker that has ended gives none. */
export async function fulfilled<Answer>(asked: readonly Promise<Answer>[]): Promise<Answer[]> {
  const outcomes = await Promise.allSettled(asked);
  return outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
}

/** Why a worker that was asked to open a release cannot put it into service; null when it can. */
export function whyNot(
  prepared: PromiseSettledResult<ReleaseDescription>,
  { contentHash }: ReleaseDescription,
): string | null {
  if (prepared.status === "rejected") return reasonOf(prepared.reason);
  if (prepared.value.contentHash === contentHash) return null;
  return "The release file was replaced while it was being opened. Reload once more.";
}
