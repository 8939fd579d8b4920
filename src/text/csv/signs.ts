/** The signs that delimited text is made of, each a single byte in UTF-8 and Windows-1252. */
export const LINE_FEED = 10;
export const CARRIAGE_RETURN = 13;
export const QUOTE = 34;
export const COMMA = 44;

/** What some programs begin a file in UTF-8 with. */
export const BYTE_ORDER_MARK = "\ufeff";
