import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Makes the names in a folder durable, such as that of a file just renamed. */
export function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
