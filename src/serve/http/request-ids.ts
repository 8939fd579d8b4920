import { randomBytes } from "node:crypto";

/** Makes short identifiers that are unique across processes: a random prefix and a count. */
export function requestIds(): () => string {
  const prefix = randomBytes(5).toString("hex");
  let count = 0;
  return () => {
    count += 1;
    return `${prefix}-${count.toString(36)}`;
  };
}
