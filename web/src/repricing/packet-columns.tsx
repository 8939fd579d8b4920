import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { countText } from "../../../src/core/text/plural.ts";
import { parsedDocument, useMadeDocument } from "../parts/made-document.ts";
import {
  type ColumnChoice,
  columnsOf,
  isPrinted,
  NOTHING_CHOSEN,
  type PacketColumn,
  packetWith,
  printedText,
} from "./packet-document.ts";

/** What was chosen for each job, until the page is left. It is neither stored nor sent: names of patients may be among the columns. */
const chosenOfJobs = new Map<string, ColumnChoice>();

interface PacketColumnsProps {
  /** The number of the job. */
  readonly job: string;
  /** The packet of the chosen lines, as the service made it. */
  readonly packet: string;
  readonly lines: number;
}

/** Which columns of the file the packet prints, and the button that opens it. */
export function PacketColumns({ job, packet, lines }: PacketColumnsProps) {
  const [choice, setChoice] = useState(chosenOfJobs.get(job) ?? NOTHING_CHOSEN);
  const place = useRef<HTMLFieldSetElement>(null);
  // The button that was pressed is gone: the focus goes on here, and a screen reader announces the columns.
  useEffect(() => place.current?.focus(), []);
  const document = useMemo(() => parsedDocument(packet), [packet]);
  const columns = useMemo(() => columnsOf(document), [document]);
  const printed = columns.filter((column) => isPrinted(column, choice));
  const addressOf = useMadeDocument();
  const choose = (column: PacketColumn) => {
    const next = new Map([...choice, [column.place, !isPrinted(column, choice)] as const]);
    chosenOfJobs.set(job, next);
    setChoice(next);
  };
  return (
    <>
      <fieldset ref={place} tabIndex={-1} class="packet-columns">
        <legend>Columns to print</legend>
        <p class="hint">
          Names of patients, and whatever else a payer's form does not have, are left out until you tick them. Provider,
          code, day, amounts and the calculation of each line are always printed.
        </p>
        <ul>
          {columns.map((column) => (
            <li key={column.place}>
              <label>
                <input type="checkbox" checked={isPrinted(column, choice)} onChange={() => choose(column)} />{" "}
                {column.heading}
              </label>
            </li>
          ))}
        </ul>
      </fieldset>
      <p class="packet-line">
        <button type="button" onClick={() => open(addressOf(packetWith(document, printed)), "_blank", "noopener")}>
          Open the packet<span class="unseen"> of {countText(lines, "line")}</span> in a new tab
        </button>
        <span role="status">{printedText(printed.length, columns.length)}</span>
      </p>
    </>
  );
}
