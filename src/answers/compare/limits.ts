/** Providers, or codes, of one comparison: as many as a table can be read with. */
export const COMPARED_MAX = 50;
