/** A running service: what test files get to know of it, and how it is stopped. */
export interface RunningService {
  readonly about: unknown;
  stop(): Promise<void>;
}

export type ServiceName = "postgres" | "browser" | "page-server";

/** Where test files ask for services. */
export const SERVICES_VARIABLE = "RATEBOOK_TEST_SERVICES";

/** Asks for a service that all test files of a run share (`suite/services.ts`); the first to ask has it started. */
export async function service<About>(name: ServiceName): Promise<About> {
  const address = process.env[SERVICES_VARIABLE];
  if (address === undefined) throw new Error(`${SERVICES_VARIABLE} is not set: test/support/suite/services.ts does.`);
  const answer = await fetch(`${address}/${name}`);
  if (!answer.ok) throw new Error(`The service ${name} did not start: ${await answer.text()}`);
  return (await answer.json()) as About;
}
