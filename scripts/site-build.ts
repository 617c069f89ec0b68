import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { indexFiles } from './index-files.ts';

const repository = join(import.meta.dirname, '..');

/** Builds the documentation site, as the control plane serves it. A dead link fails the build. */
export async function buildSite(folder = join(repository, 'build/site')): Promise<void> {
  // Its spinner cannot be turned off. Output of a build that fails is in the error.
  await execa('vitepress', ['build', 'docs', '--outDir', folder], { cwd: repository, preferLocal: true });
  // The server has a message of its own, and knows the pages from files.json.
  for (const unused of ['404.html', 'hashmap.json']) rmSync(join(folder, unused));
  indexFiles(folder, (file) => !file.endsWith('.webp'));
}
