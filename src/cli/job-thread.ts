import { programVersion } from "../core/files/installation.ts";
import { runJobThread } from "../reprice/jobs/thread-side.ts";
import { giveWay } from "../serve/operations/threads.ts";
import { states } from "../states/index.ts";
import { entryPoints } from "./entry-points.ts";

// Its threads inherit the priority: lookups come first.
giveWay();
runJobThread({
  states,
  pricingModule: entryPoints.repriceThread,
  program: programVersion(),
});
