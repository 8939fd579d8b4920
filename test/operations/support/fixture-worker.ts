import { runWorker } from "../../../src/operations/worker.ts";
import { product } from "./fixture-product.ts";

runWorker(product);
