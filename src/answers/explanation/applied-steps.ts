import { Figure, Operation, type Step, type Term } from "../../pricing/worksheet/calculation.ts";

/**
 * The steps whose results were used: those that the payment is computed from, those that a comparison was made with which
 * had it go that way, and whatever these are computed from. What a rule has set aside stays so. Without a payment nothing says more
 * than the rule itself.
 */
export function appliedSteps(steps: readonly Step[], payment: Figure | null): ReadonlySet<Step> {
  const kept = steps.filter(({ applied }) => applied);
  if (payment === null) return new Set(kept);
  const applied = new Set<Step>();
  const follow = (term: Term | null) => {
    if (term instanceof Operation) for (const argument of term.of) follow(argument);
    else if (term instanceof Figure && !("from" in term.source)) add(term.source);
  };
  const add = (step: Step) => {
    if (applied.has(step) || !step.applied) return;
    applied.add(step);
    follow(step.formula);
    for (const term of step.decision?.of ?? []) follow(term);
  };
  follow(payment);
  for (const step of kept) if (step.value === null || step.decision?.outcome) add(step);
  return applied;
}
