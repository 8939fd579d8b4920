import { quoted, Refusal } from "../text/refusal.ts";

/** State codes separated by commas, each of them known; once each, in the order given. */
export function readStates(text: string, known: readonly string[]): readonly string[] | Refusal {
  const codes = text
    .split(",")
    .map((code) => code.trim().toLowerCase())
    .filter((code) => code !== "");
  const unknown = codes.find((code) => !known.includes(code));
  if (unknown !== undefined) return new Refusal(`known states (${known.join(", ")}); ${quoted(unknown)} is none`);
  return codes.length === 0 ? new Refusal(`at least one of ${known.join(", ")}`) : [...new Set(codes)];
}
