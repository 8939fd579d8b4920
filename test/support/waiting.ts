/** How many times slower than a developer's machine this one may be: CI says so. All limits of tests are multiplied by it. */
const SLOWNESS = Number(process.env.RATEBOOK_SLOW ?? 1);

/** For a test and for what stands before and after it. */
export const TEST_MILLISECONDS_MAX = 20_000 * SLOWNESS;

/** For one expectation: an element on the page, a line in a log. */
export const EXPECTATION_MILLISECONDS_MAX = 5_000 * SLOWNESS;

/** For `vi.waitFor`, where something is bound to happen. */
export const SOON = { timeout: EXPECTATION_MILLISECONDS_MAX, interval: 20 } as const;
