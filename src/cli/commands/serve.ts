import type { ServerChoices } from "../../serve/operations/configuration.ts";
import { commandIo, type ExitCode } from "../command-io.ts";
import { longWorkSupervisor } from "../long-work.ts";

/** `config` is the path of the file that settings were read from: they are in the configuration already. */
export async function serve(options: ServerChoices & { readonly config: string | null }): Promise<ExitCode> {
  const { config: _, ...configuration } = options;
  // With several processes, the workers answer, not this one.
  if (configuration.workers === 1) longWorkSupervisor();
  const [{ runServer }, { product }, { printFirstSteps }] = await Promise.all([
    import("../../serve/operations/server.ts"),
    import("../product.ts"),
    import("../first-steps.ts"),
  ]);
  await runServer(configuration, product, (started) => {
    // For people only: a program that collects the output of a server gets nothing but the log.
    const { stdout, stderr } = commandIo();
    if (stdout.isTTY && stderr.isTTY) printFirstSteps(configuration, started);
  });
  return 0;
}
