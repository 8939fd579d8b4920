import { Findings } from "./findings.ts";
import { askedFor, type FireOptions, type Tool } from "./options.ts";
import { finished } from "./report.ts";
import { endOnSignals, Workspace } from "./workspace.ts";

/** What a tool works with. */
export interface Work {
  readonly options: FireOptions;
  readonly workspace: Workspace;
  readonly findings: Findings;
}

/** Runs one of the tools from its arguments to its table, and leaves nothing behind, interrupted or not. */
export async function runTool(tool: Tool, work: (given: Work) => Promise<void>): Promise<void> {
  const options = askedFor(tool, process.argv.slice(2));
  endOnSignals();
  const workspace = new Workspace();
  const findings = new Findings();
  try {
    await work({ options, workspace, findings });
  } finally {
    workspace.close();
  }
  finished(tool.name, options, findings);
}
