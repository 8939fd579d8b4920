import { runLongWorkThread } from "../../../../../src/serve/http/long-work/thread-side.ts";
import { hangingState } from "./hanging-state.ts";

runLongWorkThread([hangingState]);
