import { runPricingThread } from "../reprice/crew.ts";
import { states } from "../states/index.ts";

runPricingThread(states);
