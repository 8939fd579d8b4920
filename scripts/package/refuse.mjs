/* `npm pack` in a clone would pack its TypeScript, which Node does not run inside node_modules. */

process.stderr.write(
  'ratebook: A clone is not packed as it is. "npm run package" writes dist/package and packs that: dist/ratebook-<version>.tgz.\n',
);
process.exitCode = 1;
