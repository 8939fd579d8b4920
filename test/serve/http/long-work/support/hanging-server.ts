import { productOf } from "../../../../../src/cli/product.ts";
import { LongWorkSupervisor } from "../../../../../src/serve/http/long-work/supervisor.ts";
import { configurationFrom, serverSettings } from "../../../../../src/serve/operations/configuration.ts";
import { runServer } from "../../../../../src/serve/operations/server.ts";
import { hangingState } from "./hanging-state.ts";

/** The service over a state whose rules hang, as a process of its own, configured by variables. */
const supervisor = new LongWorkSupervisor(new URL("./hanging-thread.ts", import.meta.url));
const product = productOf({
  states: [hangingState],
  supervisor: () => supervisor,
  // One process alone answers here.
  workerModule: new URL(import.meta.url),
  comparisonModule: new URL(import.meta.url),
  jobThreadModule: new URL("../../../../../src/cli/job-thread.ts", import.meta.url),
});
await runServer(configurationFrom(serverSettings, process.env), product);
