/** What a sheet of every spreadsheet program can hold, columns A to XFD; no table of any kind is wider. */
export const COLUMNS_MAX = 16_384;
