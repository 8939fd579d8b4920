import type { ViewProps } from "../view.ts";

export function RepricingView({ states }: ViewProps) {
  return (
    <>
      <h1>Reprice a file</h1>
      <p>{states.map(({ name }) => name).join(", ")}</p>
    </>
  );
}
