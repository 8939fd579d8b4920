// @ts-check

/**
 * @typedef {object} Locked a package of a lock file (`lockfileVersion` 2 or 3), or the project itself under ""
 * @property {Readonly<Record<string, string>>} [dependencies]
 * @property {Readonly<Record<string, string>>} [devDependencies] those of the project
 * @property {Readonly<Record<string, string>>} [optionalDependencies]
 */

/**
 * Whether a lock file lists everything that its packages ask for, which `npm ci` insists on. A registry that lacks packages for
 * other platforms leaves them out of the lock file.
 * @param {string} text
 */
export function isComplete(text) {
  /** @type {{ packages?: Readonly<Record<string, Locked>> }} */
  const { packages = {} } = JSON.parse(text);
  if (packages[""] === undefined) return false;
  return Object.entries(packages).every(([path, locked]) => {
    const { dependencies, devDependencies, optionalDependencies } = locked;
    const ofProject = path === "" ? devDependencies : {};
    const names = Object.keys({ ...dependencies, ...ofProject, ...optionalDependencies });
    return names.every((name) => placesOf(name, path).some((place) => place in packages));
  });
}

/**
 * Where Node looks for a package: below the one that asks for it, and below each one around that.
 * @param {string} name
 * @param {string} path
 * @returns {string[]}
 */
function placesOf(name, path) {
  if (path === "") return [`node_modules/${name}`];
  return [
    `${path}/node_modules/${name}`,
    ...placesOf(name, path.slice(0, Math.max(0, path.lastIndexOf("/node_modules/")))),
  ];
}
