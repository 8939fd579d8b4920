import { runPricingThread } from "../reprice/pricing-thread.ts";
import { states } from "../states/index.ts";

runPricingThread(states);
