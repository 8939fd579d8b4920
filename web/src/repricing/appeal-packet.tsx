import { useEffect, useState } from "preact/hooks";
import { countText, plural } from "../../../src/core/text/plural.ts";
import { JOB_PACKET, REPRICE_PATH } from "../../../src/pricing/state/api-paths.ts";
import { JOB_LIMITS } from "../../../src/reprice/limits.ts";
import type { RepricingSummary } from "../../../src/reprice/report/summary.ts";
import { ask, askDocument, type Problem, usePace } from "../api/ask.ts";
import type { ReleaseInService } from "../api/ready.ts";
import type { TableColumn } from "../parts/data-table.tsx";
import { ProblemNotice, Waiting } from "../parts/notice.tsx";
import type { ComparedWord } from "./compared.ts";
import { PacketColumns } from "./packet-columns.tsx";
import { repricingWords } from "./problem-words.ts";
import type { ExampleLine, Job } from "./use-job.ts";

/* Lines of the list can be chosen for an appeal packet: their explanations as one document to print. */

const { packetLinesMax } = JOB_LIMITS;

/** The chosen lines, by their number in the file. */
export type ChosenLines = ReadonlySet<number>;

export const NO_LINES: ChosenLines = new Set();

/** A line chosen, or no longer chosen. A full packet takes no other. */
export function toggled(chosen: ChosenLines, line: number): ChosenLines {
  const others = [...chosen].filter((each) => each !== line);
  if (others.length < chosen.size) return new Set(others);
  return chosen.size < packetLinesMax ? new Set([...chosen, line]) : chosen;
}

/** The chosen lines and further ones in their order, until the packet is full. */
export function filledUp(chosen: ChosenLines, lines: readonly number[]): ChosenLines {
  return new Set([...new Set([...chosen, ...lines])].slice(0, packetLinesMax));
}

/** Where the packet is. Its lines are in the order of the file, so that the same choice has the same address. */
export function packetAddress(id: string, chosen: ChosenLines): string {
  const lines = [...chosen].sort((a, b) => a - b).join(",");
  return `${REPRICE_PATH}/${encodeURIComponent(id)}/${JOB_PACKET}?lines=${lines}`;
}

/** The column with a box for each line. */
export function packetColumn<Line extends Pick<ExampleLine, "input_line">>(
  chosen: ChosenLines,
  onChoose: (chosen: ChosenLines) => void,
): TableColumn<Line> {
  return {
    title: "Choose",
    isControl: true,
    value: ({ input_line }) => chosen.has(input_line),
    cell: ({ input_line }) => (
      <input
        type="checkbox"
        aria-label={`Line ${input_line} in the appeal packet`}
        checked={chosen.has(input_line)}
        disabled={chosen.size >= packetLinesMax && !chosen.has(input_line)}
        onChange={() => onChoose(toggled(chosen, input_line))}
      />
    ),
  };
}

interface PacketLine {
  readonly input_line: number;
  readonly difference: string;
  readonly paid: string;
  readonly has_takeback: boolean;
  readonly is_put_on_patient: boolean;
}

/** The lines that a packet is filled up with, and how many of those owed to us are left out. */
interface OwedLines {
  readonly lines: readonly number[];
  readonly zeroPaid: number;
  /** Those of them that the payer put on the patient. */
  readonly onPatient: number;
  readonly withTakeback: number;
}

/**
 * An appeal is about what is owed to us. Lines that the payer may ask back are chosen one by one or not at all, and so are lines
 * that were paid nothing, since the reason of a denial comes before the rate, and lines that may have been paid again.
 */
export function owedLines(lines: readonly PacketLine[]): OwedLines {
  const owed = lines.filter(({ difference }) => !difference.startsWith("-"));
  const paid = owed.filter((line) => !isZeroPaid(line));
  const sure = paid.filter(({ has_takeback }) => !has_takeback);
  return {
    lines: sure.map(({ input_line }) => input_line),
    zeroPaid: owed.length - paid.length,
    onPatient: owed.filter((line) => isZeroPaid(line) && line.is_put_on_patient).length,
    withTakeback: paid.length - sure.length,
  };
}

function isZeroPaid({ paid }: PacketLine): boolean {
  return /^0*(?:\.0*)?$/.test(paid);
}

/** What the button that fills the packet says: "Choose 5 lines owed to us, without 3 lines that were paid nothing". */
export function fillText(
  more: number,
  isBegun: boolean,
  { zeroPaid, onPatient, withTakeback }: Omit<OwedLines, "lines">,
  word: ComparedWord,
): string {
  const left = [
    zeroPaid > 0 &&
      `${countText(zeroPaid, "line")} that ${plural(zeroPaid, "was", "were")} ${word} nothing${onPatient === 0 ? "" : ` (${onPatient} put on the patient)`}`,
    withTakeback > 0 && `${countText(withTakeback, "line")} with a takeback`,
  ].filter((part) => part !== false);
  const without = left.length === 0 ? "" : `, without ${left.join(" and ")}`;
  return `Choose ${countText(more, isBegun ? "more line" : "line")} owed to us${without}`;
}

/** Which underpaid lines a takeback may belong to. Null where the file has no takeback, and no row that may be one. */
export function takebacksText({
  taken_back,
  underpaid_with_takebacks: found,
}: Pick<RepricingSummary, "taken_back" | "underpaid_with_takebacks">): string | null {
  const isNone = (taken_back?.lines ?? 0) === 0 && (found?.is_complete ?? true) && (found?.lines ?? 0) === 0;
  return isNone ? null : (found?.in_words ?? null);
}

interface AppealPacketProps {
  readonly job: Pick<Job, "id" | "release">;
  /** The listed lines, those that a filter leaves. */
  readonly lines: readonly PacketLine[];
  /** What the lines are compared with, in words. */
  readonly word: ComparedWord;
  /** What the takebacks of the file say about its underpaid lines; null where it has none. */
  readonly ofTakebacks: string | null;
  readonly chosen: ChosenLines;
  /** The release in service; null until it is known. */
  readonly inService: ReleaseInService | null;
  readonly onChoose: (chosen: ChosenLines) => void;
}

/** How many lines are chosen, and the packet of them. */
export function AppealPacket({ job, lines, word, ofTakebacks, chosen, inService, onChoose }: AppealPacketProps) {
  const isBegun = chosen.size > 0;
  // The rates may have been replaced since the list was opened: the answer's header says so (`useRelease`).
  useEffect(() => {
    if (isBegun) ask("/release", { cache: "no-store" });
  }, [isBegun]);
  const owed = owedLines(lines);
  const filled = filledUp(chosen, owed.lines);
  const isFull = chosen.size >= packetLinesMax;
  const address = isBegun ? packetAddress(job.id, chosen) : null;
  const packet = usePacket(address);
  const count = `${countText(chosen.size, "line")} of at most ${packetLinesMax} chosen.`;
  return (
    <section class="packet" aria-labelledby="packet-title">
      <h3 id="packet-title">Appeal packet</h3>
      <p class="hint">
        The calculations of chosen lines with their sources, as one document to print. Choose lines in the list.
      </p>
      {ofTakebacks === null ? null : <p class="hint">{ofTakebacks}</p>}
      {isOtherRelease(job, inService) ? (
        <p role="status">
          The rates have changed since this file was priced, with {job.release?.name} {job.release?.version}. An appeal
          packet would have other amounts than this list. Send the file again, and choose its lines then.
        </p>
      ) : (
        <p class="packet-line">
          <span role="status">
            {count}
            {isFull ? " The packet is full." : ""}
          </span>
          {chosen.size === 0 || packet.document !== null ? null : (
            <button type="button" disabled={packet.isWaiting} onClick={packet.prepare}>
              Prepare the packet<span class="unseen"> of {countText(chosen.size, "line")}</span>
            </button>
          )}
          {filled.size === chosen.size ? null : (
            <button type="button" class="quiet" onClick={() => onChoose(filled)}>
              {fillText(filled.size - chosen.size, isBegun, owed, word)}
            </button>
          )}
          {chosen.size === 0 ? null : (
            <button type="button" class="quiet" onClick={() => onChoose(NO_LINES)}>
              Choose none
            </button>
          )}
        </p>
      )}
      <Waiting of={packet} what="Preparing the packet" />
      {packet.problem === null ? null : <ProblemNotice problem={packet.problem} inWords={repricingWords} />}
      {packet.document === null ? null : <PacketColumns job={job.id} packet={packet.document} lines={chosen.size} />}
    </section>
  );
}

interface KnownPacket {
  readonly of: string;
  /** Null until the answer is there. */
  readonly document: string | null;
  readonly problem: Problem | null;
}

/** The packet at an address, once the reader wants it: each of its lines counts as a lookup. Another choice of lines is another packet. */
function usePacket(address: string | null) {
  const [known, setKnown] = useState<KnownPacket | null>(null);
  const [wanted, setWanted] = useState<string | null>(null);
  const current = known?.of === address ? known : null;
  const isWaiting = address !== null && wanted === address && current === null;
  const pace = usePace(isWaiting);
  useEffect(() => {
    if (!isWaiting) return;
    const withdrawal = new AbortController();
    askDocument(address, withdrawal.signal).then(
      (answer) => {
        setKnown({
          of: address,
          document: answer.ok ? answer.body : null,
          problem: answer.ok ? null : answer.problem,
        });
        setWanted(null);
      },
      () => {},
    );
    return () => withdrawal.abort();
  }, [isWaiting, address]);
  const prepare = () => {
    setKnown(null);
    setWanted(address);
  };
  const { document = null, problem = null } = current ?? {};
  return { state: isWaiting ? "waiting" : "idle", pace, isWaiting, document, problem, prepare };
}

/** The service explains lines with the rates that it has now: other rates would explain other amounts. */
export function isOtherRelease({ release }: Pick<Job, "release">, inService: ReleaseInService | null): boolean {
  return release !== null && inService !== null && release.content_hash !== inService.content_hash;
}
