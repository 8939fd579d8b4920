import type { ServerConfiguration } from "../../operations/configuration.ts";
import { longWorkThread } from "../long-work.ts";
import type { ExitCode } from "../usage.ts";

export async function serve(configuration: ServerConfiguration): Promise<ExitCode> {
  // Of several processes, the workers answer, not this one.
  if (configuration.workers === 1) longWorkThread();
  const [{ runServer }, { product }] = await Promise.all([
    import("../../operations/server.ts"),
    import("../product.ts"),
  ]);
  await runServer(configuration, product);
  return 0;
}
