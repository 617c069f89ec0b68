import { mkdirSync, statSync } from 'node:fs';
import { enableCompileCache, getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';

/**
 * Keeps compiled modules in a folder, made where it is missing, unless NODE_COMPILE_CACHE names another. Only in a folder that nobody else
 * can write to, which the temporary directory, Node's own choice, is not: what lies there would be run. Satrap starts without a cache where
 * there can be none.
 */
export function cacheCompiledModules(folder: string): void {
  if (getCompileCacheDir() !== undefined) return;
  try {
    if (!isOursAlone(dirname(folder))) return;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (isOursAlone(folder)) enableCompileCache(folder);
  } catch {
    // A folder that is read-only or missing; the agent tells of its data directory when it opens its store there.
  }
}

function isOursAlone(path: string): boolean {
  const { uid, mode } = statSync(path);
  return uid === process.getuid?.() && (mode & 0o022) === 0;
}
