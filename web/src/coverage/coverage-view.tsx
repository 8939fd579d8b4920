import type { ViewProps } from "../view.ts";

export function CoverageView({ states }: ViewProps) {
  return (
    <>
      <h1>Coverage</h1>
      <p>{states.map(({ name }) => name).join(", ")}</p>
    </>
  );
}
