import { join } from "node:path";
import { INSTALLATION } from "../core/files/installation.ts";
import type { State } from "../pricing/state/state.ts";
import { openReleaseInSlices } from "../release/open.ts";
import { RepricingJobs } from "../reprice/jobs/jobs.ts";
import { type LongWorkSupervisor, ReleasesInService } from "../serve/http/long-work/supervisor.ts";
import { openPage } from "../serve/http/page.ts";
import { notReadyAnswer } from "../serve/http/problems.ts";
import { Comparer } from "../serve/http/releases/comparer.ts";
import { createApp } from "../serve/http/server.ts";
import { Sessions } from "../serve/http/sessions.ts";
import type { Product } from "../serve/operations/product.ts";
import { states } from "../states/index.ts";
import { entryPoints } from "./entry-points.ts";
import { longWorkSupervisor } from "./long-work.ts";

interface ProductParts {
  readonly states: readonly State[];
  readonly supervisor: () => LongWorkSupervisor;
  readonly workerModule: URL;
  /** Entry point of the thread that compares releases. */
  readonly comparisonModule: URL;
  /** Entry point of the thread that reprices a file. */
  readonly jobThreadModule: URL;
}

const pageFolder = join(INSTALLATION, "web", "dist");

export function productOf({
  states,
  supervisor,
  workerModule,
  comparisonModule,
  jobThreadModule,
}: ProductParts): Product {
  const inService = new ReleasesInService(states, supervisor);
  return {
    async createApplication(parts) {
      supervisor().reportTo(parts.onLongWork);
      const { releasesFolder, jobsFolder, onJobs, sessionSecret, endedSessions, announceEndedSession, ...rest } = parts;
      const jobs = new RepricingJobs({
        folder: jobsFolder,
        keys: parts.keys,
        threadModule: jobThreadModule,
        onCounts: (counts) => onJobs({ kind: "counts", ...counts }),
        onPriced: (usage) => onJobs({ kind: "priced", ...usage }),
        onMistake: (error) => onJobs({ kind: "mistake", error }),
      });
      // Before the first request: files of a killed server belong to no job.
      await jobs.swept();
      return createApp({
        ...rest,
        sessions: new Sessions(parts.keys, sessionSecret, {
          ended: endedSessions,
          announceEnd: announceEndedSession,
        }),
        page: openPage(pageFolder),
        states,
        catalogue: { folder: releasesFolder, comparer: new Comparer(comparisonModule) },
        jobs,
        longWork: (release) => inService.longWorkOf(release),
        isLongWorkDone: (release) => inService.isAtWork(release),
      });
    },
    openRelease: (file) => inService.open(file),
    async describeRelease(file) {
      const release = await openReleaseInSlices(file, states);
      release.close();
      return release.description;
    },
    notReadyAnswer,
    workerModule,
  };
}

/** The operated service: all states. */
export const product = productOf({
  states,
  supervisor: longWorkSupervisor,
  workerModule: entryPoints.worker,
  comparisonModule: entryPoints.comparisonThread,
  jobThreadModule: entryPoints.jobThread,
});
