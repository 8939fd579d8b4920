import { configurationFrom, serverSettings } from "../../../src/operations/configuration.ts";
import { runServer } from "../../../src/operations/server.ts";
import { reasonOf } from "../../../src/runtime/failure.ts";
import { product } from "./fixture-product.ts";

/** The fixture product as a process of its own, configured by variables. */
try {
  await runServer(configurationFrom(serverSettings, process.env), product);
} catch (error) {
  process.stderr.write(`${reasonOf(error)}\n`);
  process.exitCode = 1;
}
