import { reasonOf } from "../../../../src/core/runtime/failure.ts";
import { configurationFrom, serverSettings } from "../../../../src/serve/operations/configuration.ts";
import { runServer } from "../../../../src/serve/operations/server.ts";
import { product } from "./fixture-product.ts";

/** The fixture product as a process of its own, configured by variables. */
try {
  await runServer(configurationFrom(serverSettings, process.env), product);
} catch (error) {
  process.stderr.write(`${reasonOf(error)}\n`);
  process.exitCode = 1;
}
