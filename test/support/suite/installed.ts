/** The folder of the product as it is installed for the tests of a run (`installation.ts`). */
export const INSTALLED_VARIABLE = "RATEBOOK_TEST_INSTALLED";

export function installedFolder(): string {
  const folder = process.env[INSTALLED_VARIABLE];
  if (folder === undefined)
    throw new Error(`${INSTALLED_VARIABLE} is not set: test/support/suite/installation.ts does.`);
  return folder;
}
