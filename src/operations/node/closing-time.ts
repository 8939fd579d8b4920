/** Saying goodbye to a database takes milliseconds; one that hangs is not waited for. */
export const NODE_CLOSING_MILLISECONDS_MAX = 3_000;
