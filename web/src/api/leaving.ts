/*
 * What the page keeps of a person beside what it shows: a file that is about to be ordered, providers chosen before. It ends with the session,
 * or whoever comes next to this machine would find it.
 */

const forgetters = new Set<() => void>();

/** Told when a session is over, by signing out or by itself, or another key's has taken its place. */
export function onLeaving(forget: () => void): void {
  forgetters.add(forget);
}

/** Has everything forgotten that was kept for whoever has left. */
export function forgetAll(): void {
  for (const forget of forgetters) forget();
}
