// @ts-check
import { runHere } from "./run-here.mjs";

/* node bin/launch/started.mjs FILE [ARGUMENT...]: what the launcher becomes or starts beside itself, with the Node that it has chosen. */

const [program = "", ...args] = process.argv.slice(2);
await runHere(program, args);
