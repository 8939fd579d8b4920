import type { DryRunAnswer, RepricingJob } from "../../../src/reprice/jobs/repricing-job.ts";
import type { GroupOfLines, RepricingSummary } from "../../../src/reprice/report/summary.ts";
import type { ShownTable } from "../../../src/reprice/shown-table.ts";

export type { DryRunAnswer, GroupOfLines as Group, RepricingJob as Job, RepricingSummary, ShownTable };

export function isUnderWay({ status }: Pick<RepricingJob, "status">): boolean {
  return status !== "done" && status !== "failed";
}
