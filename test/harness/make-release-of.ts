// Makes the archive for hosts of another commit by that commit's own scripts: node make-release-of.ts FOLDER OUT, where FOLDER holds its files
// and its dependencies. The key comes from the standard input.
import { createPrivateKey } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [folder = '', out = ''] = process.argv.slice(2);
const { id, pem } = JSON.parse(readFileSync(0, 'utf8')) as { id: string; pem: string };
const load = (path: string) => import(pathToFileURL(join(folder, path)).href);
const { makeRelease } = (await load('scripts/release/make-release.ts')) as {
  makeRelease(options: object): Promise<void>;
};
const programs = 'scripts/release/released-program.ts';
await makeRelease({
  out,
  // A commit from before the control plane had an archive too knows no such choice.
  programs: existsSync(join(folder, programs)) ? [(await load(programs)).hostProgram] : undefined,
  platforms: [`${process.platform}-${process.arch}`],
  channel: 'stable',
  mtime: new Date('2025-01-01T00:00:00Z'),
  secretKey: { id, key: createPrivateKey(pem) },
  level: 1,
  say: () => undefined,
});
