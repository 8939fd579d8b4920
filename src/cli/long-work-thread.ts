import { runLongWorkThread } from "../serve/http/long-work/thread-side.ts";
import { states } from "../states/index.ts";

runLongWorkThread(states);
