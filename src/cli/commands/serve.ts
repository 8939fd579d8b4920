import type { Command } from "commander";
import type { ServerChoices } from "../../serve/operations/configuration.ts";
import type { Started } from "../../serve/operations/service.ts";
import { commandIo, type ExitCode } from "../command-io.ts";
import { unreadVariables, unreadVariableText } from "../config-file-option.ts";
import { longWorkSupervisor } from "../long-work.ts";

/** `config` is the path of the file that settings were read from: they are in the configuration already. */
export async function serve(
  options: ServerChoices & { readonly config: string | null; readonly check: boolean },
  command: Command,
): Promise<ExitCode> {
  const { config: _, check, ...configuration } = options;
  if (check) return await (await import("./serve-check.ts")).checkServe(configuration);
  // With several processes, the workers answer, not this one.
  if (configuration.workers === 1) longWorkSupervisor();
  const [{ runServer }, { product }, { printFirstSteps }] = await Promise.all([
    import("../../serve/operations/server.ts"),
    import("../product.ts"),
    import("../first-steps.ts"),
  ]);
  const onStarted = (started: Started) => {
    // For people only: a program that collects the output of a server gets nothing but the log.
    const { stdout, stderr } = commandIo();
    if (stdout.isTTY && stderr.isTTY) printFirstSteps(configuration, started);
  };
  const warnings = unreadVariables(command).map(unreadVariableText);
  await runServer(configuration, product, { onStarted, warnings });
  return 0;
}
