/** The records of a text of CSV (RFC 4180) that are whole, up to so many; `isWhole` says that the text has its end. */
export function firstRecords(text: string, max: number, isWhole: boolean): readonly (readonly string[])[] {
  const records: string[][] = [];
  let cells: string[] = [];
  let cell = "";
  let isQuoted = false;
  for (let place = 0; place < text.length && records.length < max; place += 1) {
    const character = text[place] as string;
    if (isQuoted) {
      if (character !== '"') cell += character;
      else if (text[place + 1] === '"') {
        cell += '"';
        place += 1;
      } else isQuoted = false;
    } else if (character === '"' && cell === "") isQuoted = true;
    else if (character === ",") {
      cells.push(cell);
      cell = "";
    } else if (character === "\n") {
      records.push([...cells, cell.replace(/\r$/, "")]);
      cells = [];
      cell = "";
    } else cell += character;
  }
  const isLeft = cells.length > 0 || cell !== "";
  if (isWhole && isLeft && records.length < max) records.push([...cells, cell]);
  return records;
}
