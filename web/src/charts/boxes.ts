/* Labels that stand beside what they name, and never on each other. */

/** A rectangle on a chart, in pixels. */
export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** How wide a character is in a label (13 px, bold) and on an axis (12 px), a little generous: fonts differ from system to system. */
const CHARACTER_PIXELS = { label: 8.4, axis: 7.8 };

/** How high a line of a label is. */
export const LINE_PIXELS = 16;

export function textWidth(text: string, size: keyof typeof CHARACTER_PIXELS = "label"): number {
  return text.length * CHARACTER_PIXELS[size];
}

export function overlaps(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

/** The middle of a text of some width that is nearest to `x` and keeps it between two edges. */
export function keptWithin(x: number, width: number, [left, right]: readonly [number, number]): number {
  if (width >= right - left) return (left + right) / 2;
  return Math.min(Math.max(x, left + width / 2), right - width / 2);
}

/**
 * For each label the first of its places that is free, in the order given: the important ones first. A label without a free
 * place is left out (null); the table has it.
 */
export function placed<Place extends { readonly box: Box }>(
  labels: readonly (readonly Place[])[],
  taken: readonly Box[],
): readonly (Place | null)[] {
  const boxes = [...taken];
  return labels.map((places) => {
    const free = places.find(({ box }) => !boxes.some((other) => overlaps(box, other))) ?? null;
    if (free !== null) boxes.push(free.box);
    return free;
  });
}

/** Puts labels into rows below each other, each into the first row where it does not touch the one before. From left to right. */
export function rowsOf(
  labels: readonly { readonly x: number; readonly width: number }[],
  gap: number,
): readonly number[] {
  const ends: number[] = [];
  return labels.map(({ x, width }) => {
    const left = x - width / 2;
    const found = ends.findIndex((end) => end + gap <= left);
    const row = found === -1 ? ends.length : found;
    ends[row] = x + width / 2;
    return row;
  });
}
