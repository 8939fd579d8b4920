/** What package.json of a clone says that a package says as well. */
export interface CloneManifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly type: string;
  readonly engines: Readonly<Record<string, string>>;
  readonly bin: Readonly<Record<string, string>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
}

/** package.json of the package: no scripts, no development packages, nothing to import. */
export function packageManifest(clone: CloneManifest): object {
  const { name, version, description, license, type, engines, bin, dependencies, optionalDependencies } = clone;
  return {
    ...{ name, version, description, license, type, engines, bin },
    // A command, not a library: what is inside may change with every version.
    exports: { "./package.json": "./package.json" },
    files: ["bin", "dist", "web", "data"],
    dependencies,
    bundleDependencies: Object.keys(dependencies),
    optionalDependencies,
  };
}
