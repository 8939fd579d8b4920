import { wrapped } from "../../text/terminal.ts";
import type { DoctorFinding } from "./finding.ts";

const MARKS = { well: "well ", doubt: "DOUBT", fault: "FAULT" } as const;

/** Whether nothing that was found keeps a server from serving. */
export function canServe(findings: readonly DoctorFinding[]): boolean {
  return findings.every(({ verdict }) => verdict !== "fault");
}

/** A paragraph for each finding, and what it comes to. */
export function findingsText(findings: readonly DoctorFinding[]): string {
  const width = Math.max(...findings.map(({ check }) => check.length));
  const paragraphs = findings.map(({ check, verdict, found, remedy }) => {
    const lead = `${MARKS[verdict]}  ${check.padEnd(width)}  `;
    const lines = [wrapped(lead, found)];
    if (remedy !== null) lines.push(wrapped(`${" ".repeat(lead.length)}-> `, remedy));
    return lines.join("\n");
  });
  return [...paragraphs, "", conclusion(findings)].join("\n");
}

function conclusion(findings: readonly DoctorFinding[]): string {
  const faults = findings.filter(({ verdict }) => verdict === "fault").length;
  const doubts = findings.filter(({ verdict }) => verdict === "doubt").length;
  const doubtful = doubts === 0 ? "" : ` ${doubts} ${doubts === 1 ? "thing is" : "things are"} doubtful.`;
  if (faults === 0) return `Nothing keeps it from serving.${doubtful}`;
  return `${faults} ${faults === 1 ? "fault keeps" : "faults keep"} it from serving.${doubtful}`;
}
