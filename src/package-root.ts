import { findPackageJSON } from 'node:module';
import { dirname } from 'node:path';

/** The folder of this package, in a clone and in a release alike: what is read at run time (templates, the version) lies below it. */
export function packageRoot(): string {
  const path = findPackageJSON(import.meta.url);
  if (path === undefined) throw new Error('the package.json of Satrap is missing');
  return dirname(path);
}
