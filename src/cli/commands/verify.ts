import { type ReleaseVerification, verifyRelease } from "../../release/verify.ts";
import { findingText } from "../../release/verify-tables.ts";
import { states } from "../../states/index.ts";
import { type ExitCode, print, printJson } from "../command-io.ts";
import { ProgressReport } from "../progress.ts";

export async function verify(file: string, options: { readonly json: boolean }): Promise<ExitCode> {
  const verification = await verified(file);
  if (options.json) printJson(verificationJson(file, verification));
  else for (const line of verificationLines(file, verification)) print(line);
  return verification.findingCount === 0 ? 0 : 1;
}

async function verified(file: string): Promise<ReleaseVerification> {
  const progress = new ProgressReport();
  try {
    return await verifyRelease(file, states, (far) => progress.tell(far));
  } finally {
    progress.end();
  }
}

function verificationJson(file: string, verification: ReleaseVerification) {
  const { description, findings, findingCount, comparedStates, unknownStates } = verification;
  return {
    file,
    is_sound: findingCount === 0,
    name: description?.name ?? null,
    version: description?.version ?? null,
    content_hash: description?.contentHash ?? null,
    findings,
    finding_count: findingCount,
    compared_states: comparedStates,
    unknown_states: unknownStates,
  };
}

function verificationLines(file: string, verification: ReleaseVerification): string[] {
  const { description, findings, findingCount, comparedStates, unknownStates } = verification;
  const unknown =
    unknownStates.length === 0
      ? []
      : [`This program does not know ${unknownStates.join(", ")}: their rows were verified, their rules were not.`];
  if (findingCount > 0 || description === null) {
    const unlisted = findingCount > findings.length ? `, the first ${findings.length} of them listed` : "";
    const count = `${findingCount} ${findingCount === 1 ? "finding" : "findings"}${unlisted}.`;
    return [...findings.map(findingText), ...unknown, count];
  }
  const { name, version, contentHash } = description;
  const compared = comparedStates.length === 0 ? "no state" : comparedStates.join(", ");
  return [`${file} is sound: ${name} ${version}, content ${contentHash}, rules compared for ${compared}.`, ...unknown];
}
