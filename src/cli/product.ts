import { createApp } from "../http/app.ts";
import type { Product } from "../operations/product.ts";
import { openRelease } from "../release/open.ts";
import { states } from "../states/index.ts";

/** The service that is operated: all states, over HTTP. This is where everything comes together. */
export const product: Product = {
  createApplication: (parts) => createApp({ ...parts, states }),
  openRelease: (file) => openRelease(file, states),
  workerModule: new URL("./worker.ts", import.meta.url),
};
