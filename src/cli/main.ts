import { holdSignals } from "../core/runtime/start-signals.ts";

/** Compose files leave variables empty to unset them. */
function forgetEmptyVariables(): void {
  for (const [name, value] of Object.entries(process.env)) {
    if (name.startsWith("RATEBOOK_") && value === "") delete process.env[name];
  }
}

const args = process.argv.slice(2);
holdSignals(args[0]);
// A static import would be loaded before the signals are held.
const [{ endQuietlyOnClosedPipe }, { tuneGarbageCollection }, { run }] = await Promise.all([
  import("./command-io.ts"),
  import("./garbage-collection.ts"),
  import("./program.ts"),
]);
tuneGarbageCollection();
endQuietlyOnClosedPipe();
forgetEmptyVariables();
process.exitCode = await run(args, process);
