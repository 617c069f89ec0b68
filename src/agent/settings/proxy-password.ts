import { statSync } from 'node:fs';
import type { ConfigFile } from './config-file.ts';

export const hasPassword = (proxy: unknown): boolean =>
  typeof proxy === 'string' && (URL.parse(proxy)?.password ?? '') !== '';

/** What an operator should know of the password in a configuration file. */
export function passwordWarnings({ path, values }: Pick<ConfigFile, 'path' | 'values'>): string[] {
  if (path === null || !hasPassword(values['proxy']) || (statSync(path).mode & 0o004) === 0) return [];
  return [
    `every user of this host can read the proxy’s password in ${path}; run: chgrp satrap ${path} && chmod 640 ${path}`,
  ];
}
