/** Gaps and lacking counterparts are counted; as many of each are named, which is enough to look into one. */
export const EXAMPLES_MAX = 10;
