import { runLongWorkThread } from "../../../../src/http/long-work/thread-side.ts";
import { hangingState } from "./hanging-state.ts";

runLongWorkThread([hangingState]);
