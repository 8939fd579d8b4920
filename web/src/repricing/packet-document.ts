import { countText, plural } from "../../../src/core/text/plural.ts";
import { documentText } from "../parts/made-document.ts";

/* An appeal packet as the service makes it has every column of the file. The page leaves out those that the reader does not print. */

/** A column of the file that a packet can print. */
export interface PacketColumn {
  /** Its position in the file. */
  readonly place: number;
  readonly heading: string;
  /** Whether a payer's form has it: printed unless the reader says otherwise. */
  readonly isOnForm: boolean;
}

/** What the reader chose otherwise than by the payer's form, by the position of the column. */
export type ColumnChoice = ReadonlyMap<number, boolean>;

export const NOTHING_CHOSEN: ColumnChoice = new Map();

const OF_COLUMN = "[data-column]";

function placeOf(element: Element): number {
  return Number(element.getAttribute("data-column"));
}

/** The columns of a packet in their order in the file: those with a value on one of its lines. */
export function columnsOf(packet: Document): readonly PacketColumn[] {
  const found = new Map<number, PacketColumn>();
  for (const cell of packet.querySelectorAll(`dl ${OF_COLUMN}`)) {
    const place = placeOf(cell);
    const heading = cell.querySelector("dt")?.textContent ?? "";
    found.set(place, { place, heading, isOnForm: cell.hasAttribute("data-on-form") });
  }
  return [...found.values()].sort((one, other) => one.place - other.place);
}

export function isPrinted(
  { place, isOnForm }: Pick<PacketColumn, "place" | "isOnForm">,
  choice: ColumnChoice,
): boolean {
  return choice.get(place) ?? isOnForm;
}

/** The packet with the chosen columns alone. What is left out is not in the document: a saved copy does not have it either. */
export function packetWith(packet: Document, printed: readonly PacketColumn[]): string {
  const body = packet.body.cloneNode(true) as HTMLElement;
  const places = new Set(printed.map(({ place }) => place));
  for (const element of body.querySelectorAll(OF_COLUMN)) {
    if (!places.has(placeOf(element))) element.remove();
  }
  return documentText(packet, body);
}

/** How many columns are printed: "3 of 12 columns of your file are printed." */
export function printedText(printed: number, of: number): string {
  return `${printed} of ${countText(of, "column")} of your file ${plural(printed, "is", "are")} printed.`;
}
