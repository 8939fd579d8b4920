/** How many lines end in a part of a text. */
export function lineFeedsIn(text: string, from = 0, to = text.length): number {
  let count = 0;
  for (let at = text.indexOf("\n", from); at >= 0 && at < to; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}

/** Where the line ends that a position is on: at its line feed, or at the end of the text. */
export function lineEndFrom(text: string, from: number): number {
  const lineFeed = text.indexOf("\n", from);
  return lineFeed < 0 ? text.length : lineFeed;
}
