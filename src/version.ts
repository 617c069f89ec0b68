import { readFileSync } from 'node:fs';
import { findPackageJSON } from 'node:module';

/** The version of this package. */
export function ownVersion(): string {
  const path = findPackageJSON(import.meta.url);
  if (path === undefined) throw new Error('the package.json of Satrap is missing');
  return (JSON.parse(readFileSync(path, 'utf8')) as { version: string }).version;
}
