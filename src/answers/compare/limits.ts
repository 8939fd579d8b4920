/** Providers or codes of one comparison: a longer table cannot be read. */
export const COMPARED_MAX = 50;
