import { mkdirSync, statSync } from 'node:fs';
import { enableCompileCache, getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';

/**
 * Keeps compiled modules in a folder, which it creates, unless NODE_COMPILE_CACHE names another. Only in a folder that nobody else can
 * write to, because Node runs what lies there; the temporary directory, Node's own choice, is not such a folder. Where there can be no
 * cache, Satrap starts without one.
 */
export function cacheCompiledModules(folder: string): void {
  if (getCompileCacheDir() !== undefined) return;
  try {
    if (!isOursAlone(dirname(folder))) return;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (isOursAlone(folder)) enableCompileCache(folder);
  } catch {
    // The folder is read-only or missing; the agent reports that when it opens its store there.
  }
}

function isOursAlone(path: string): boolean {
  const { uid, mode } = statSync(path);
  return uid === process.getuid?.() && (mode & 0o022) === 0;
}
