import { Tester } from "./tester.ts";

/** Does every work with one of as many testers as there are jobs; results in the order of the works. */
export async function withTesters<Work, Result>(
  copy: string,
  jobs: number,
  works: readonly Work[],
  perform: (tester: Tester, work: Work, index: number) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  let next = 0;
  async function serve(): Promise<void> {
    const tester = new Tester(copy);
    try {
      while (next < works.length) {
        const index = next;
        next += 1;
        results[index] = await perform(tester, works[index] as Work, index);
      }
    } finally {
      tester.stop();
    }
  }
  await Promise.all(Array.from({ length: jobs }, serve));
  return results;
}
