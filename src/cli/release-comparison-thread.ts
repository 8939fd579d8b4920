import { runComparisonThread } from "../http/releases/comparison-thread.ts";
import { states } from "../states/index.ts";

runComparisonThread(states);
