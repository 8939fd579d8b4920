/** 1970-01-01, counted as spreadsheets count days: from 1900, with a February 29 that this year never had. */
export const SPREADSHEET_DAYS_BEFORE_1970 = 25_569;

/** What a workbook that counts from 1904, as old programs on a Mac did, is behind. */
export const DAYS_FROM_1900_TO_1904 = 1_462;
