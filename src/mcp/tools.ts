import { answerKinds } from "../answers/index.ts";
import type { Backend } from "./backend.ts";
import type { Tool, ToolMaker } from "./tool.ts";
import { coverageTool } from "./tools/coverage.ts";
import { explainTool } from "./tools/explain.ts";
import { answerTool } from "./tools/lookup-tool.ts";
import { parametersTool } from "./tools/parameters.ts";
import { priceTool } from "./tools/price.ts";
import { repriceTool } from "./tools/reprice.ts";
import { searchTool } from "./tools/search.ts";

/** In the order in which an agent needs them. */
const MAKERS: readonly ToolMaker[] = [
  parametersTool,
  searchTool,
  priceTool,
  explainTool,
  ...answerKinds.map(answerTool),
  repriceTool,
  coverageTool,
];

export function toolsOver(backend: Backend): readonly Tool[] {
  return MAKERS.map((made) => made(backend));
}
