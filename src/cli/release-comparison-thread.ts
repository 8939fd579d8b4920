import { runComparisonThread } from "../serve/http/releases/comparison-thread.ts";
import { states } from "../states/index.ts";

runComparisonThread(states);
