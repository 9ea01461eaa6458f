// Builds after `npm ci`. If npm has left out the packages that the build needs, one sentence says so instead of a stack
// trace.
import(new URL('build.mjs', import.meta.url).href).catch((error) => {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
  console.error(
    `tool cannot be built, because its development packages are missing (${error.message.split("'")[1]}). ` +
      'Clone the repository, run `npm ci` in it, then `npm link`; or install a release: see docs/install.md.',
  );
  process.exitCode = 1;
});
