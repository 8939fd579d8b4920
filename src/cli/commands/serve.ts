import type { ServerChoices } from "../../serve/operations/configuration.ts";
import type { Started } from "../../serve/operations/service.ts";
import { commandIo, type ExitCode } from "../command-io.ts";
import { longWorkSupervisor } from "../long-work.ts";

export async function serve(options: ServerChoices & { readonly check: boolean }): Promise<ExitCode> {
  const { check, ...configuration } = options;
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
  await runServer(configuration, product, { onStarted });
  return 0;
}
