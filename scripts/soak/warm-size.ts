import { type ProcessSize, sizeOf } from "../fire/process-size.ts";

/** A server that grows by less than this in a round has loaded, compiled and cached what it will. */
const GROWTH_SHARE_MAX = 1.02;
/** One that leaks grows for ever: what it leaks after so many rounds is for the load that follows to tell. */
const ROUNDS_MAX = 10;

/**
 * The size that a server has grown to under load, in rounds until it grows no more. Rounds of fixed length alone would
 * measure the machine: one that is busy with other things answers so little in them that the server is still cold.
 */
export async function sizeOnceWarm(
  pid: number,
  loadRound: (round: number) => Promise<void>,
  sizeNow: () => ProcessSize = () => sizeOf(pid),
): Promise<{ base: ProcessSize; rounds: number }> {
  let base = sizeNow();
  for (let round = 1; ; round += 1) {
    await loadRound(round);
    const size = sizeNow();
    const isWarm = size.residentBytes <= base.residentBytes * GROWTH_SHARE_MAX;
    base = size.residentBytes > base.residentBytes ? size : base;
    if (isWarm || round === ROUNDS_MAX) return { base, rounds: round };
  }
}
