import { endQuietlyOnClosedPipe } from "./command-io.ts";
import { tuneGarbageCollection } from "./garbage-collection.ts";
import { run } from "./program.ts";

/** Compose files leave variables empty to unset them. */
function forgetEmptyVariables(): void {
  for (const [name, value] of Object.entries(process.env)) {
    if (name.startsWith("RATEBOOK_") && value === "") delete process.env[name];
  }
}

// Node would open its debugger to every user of the machine: keys are in the memory of a server.
process.on("SIGUSR1", () => {});
tuneGarbageCollection();
endQuietlyOnClosedPipe();
forgetEmptyVariables();
process.exitCode = await run(process.argv.slice(2), process);
