import type { ViewProps } from "../address.ts";
import { testDataText } from "../test-data.tsx";
import { JobView } from "./job-view.tsx";
import { OrderView } from "./order-view.tsx";
import "./repricing.css";
import "./charts.css";
import "./cards.css";

/** A file is chosen and looked at, or, where the address names a job, what became of it. */
export function RepricingView({ query, states, release }: ViewProps) {
  const job = query.get("job") ?? "";
  const isTestData = release !== null && testDataText(release) !== null;
  return (
    <div class="repricing">
      {job === "" ? (
        <OrderView states={states} isTestData={isTestData} />
      ) : (
        <JobView key={job} id={job} query={query} states={states} release={release} />
      )}
    </div>
  );
}
