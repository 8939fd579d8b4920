import type { ServerConfiguration } from "../../operations/configuration.ts";
import { runServer } from "../../operations/server.ts";
import { product } from "../product.ts";
import type { ExitCode } from "../usage.ts";

export async function serve(configuration: ServerConfiguration): Promise<ExitCode> {
  await runServer(configuration, product);
  return 0;
}
