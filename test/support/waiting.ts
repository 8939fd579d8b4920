/**
 * For `vi.waitFor`, where something is bound to happen. On a quiet machine it takes milliseconds. A busy one may need much longer, and that is no
 * reason to fail: the limit is there for what never happens.
 */
export const SOON = { timeout: 240_000, interval: 20 } as const;
