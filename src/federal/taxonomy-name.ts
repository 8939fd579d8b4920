interface Classified {
  readonly grouping: string | null;
  readonly classification: string;
  readonly specialization: string | null;
}

const PHYSICIANS = /^allopathic/i;

/**
 * The display name of a code in editions that print none, composed as NUCC came to form most of them: what a physician
 * practises and `Physician`, otherwise the specialization before the classification.
 */
export function composedName({ grouping, classification, specialization }: Classified): string {
  if (PHYSICIANS.test(grouping ?? "")) return `${specialization ?? classification} Physician`;
  const name = turnedRound(classification);
  return specialization === null ? name : `${specialization} ${name}`;
}

/** `Dietitian, Registered` is a registered dietitian. */
function turnedRound(classification: string): string {
  const [, noun, adjective] = /^([^,]+), ([^,]+)$/.exec(classification) ?? [];
  return noun === undefined ? classification : `${adjective} ${noun}`;
}
