import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vitepress';
import { indexFiles } from './index-files.ts';

const repository = join(import.meta.dirname, '..');

/** Builds the documentation site, as the control plane serves it. A dead link fails the build. */
export async function buildSite(folder = join(repository, 'build/site')): Promise<void> {
  await build(join(repository, 'docs'), { outDir: folder });
  // The server has a message of its own, and knows the pages from files.json.
  for (const unused of ['404.html', 'hashmap.json']) rmSync(join(folder, unused));
  indexFiles(folder, (file) => !file.endsWith('.webp'));
}
