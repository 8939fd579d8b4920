/** Shorter texts are always copied when they are cut out of a longer one. */
const SHARING_LENGTH_MIN = 13;

/**
 * A text of its own. A cell shares memory with the chunk of the file it was cut from and keeps
 * all of that alive; whoever keeps a cell for long keeps a copy instead.
 */
export function detached(text: string): string {
  return text.length < SHARING_LENGTH_MIN ? text : Buffer.from(text, "utf8").toString("utf8");
}
