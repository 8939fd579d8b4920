import { getPriority, setPriority } from "node:os";
import { giveWay, helperThreads, letHelpersGiveWay } from "../../../../src/serve/operations/threads.ts";

/* A process of the given niceness: what it and its helper threads have when these give way, and when it gives way itself. */

for (const thread of [0, ...helperThreads()]) setPriority(thread, Number(process.argv[2]));
letHelpersGiveWay();
const own = getPriority();
const helpers = helperThreads().map((thread) => getPriority(thread));
giveWay();
process.stdout.write(JSON.stringify({ own, helpers, givenWay: getPriority() }));
