import { createApp } from "../http/app.ts";
import { ReleasesInService } from "../http/long-work/releases-in-service.ts";
import type { Product } from "../operations/product.ts";
import { openReleaseInSlices } from "../release/open.ts";
import { states } from "../states/index.ts";
import { longWorkThread } from "./long-work.ts";

const inService = new ReleasesInService(states, longWorkThread);

/** The service that is operated: all states, over HTTP. This is where everything comes together. */
export const product: Product = {
  createApplication: (parts) => createApp({ ...parts, states, longWork: (release) => inService.longWorkOf(release) }),
  openRelease: (file) => inService.open(file),
  async describeRelease(file) {
    const release = await openReleaseInSlices(file, states);
    release.close();
    return release.description;
  },
  workerModule: new URL("./worker.ts", import.meta.url),
};
