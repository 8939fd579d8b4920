// @ts-check

/**
 * How npm is started: the one that runs us, otherwise the machine's. On Windows that is a batch file, which only a shell can run.
 * @param {string} platform
 * @param {Readonly<Record<string, string | undefined>>} set variables
 * @param {string} node the program of Node
 * @returns {{ command: string, first: string[], shell: boolean }}
 */
export function npmCommand(platform, set, node) {
  if (set.npm_execpath) return { command: node, first: [set.npm_execpath], shell: false };
  return { command: "npm", first: [], shell: platform === "win32" };
}
