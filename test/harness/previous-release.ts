import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { inject } from 'vitest';
import previous from '../../scripts/release/previous.json' with { type: 'json' };
import { checkOut } from './check-out.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { type SharedRelease, sharedRelease } from './shared-release.ts';

export const previousVersion = previous.version;

/**
 * The release before this one, as scripts/release/previous.json names it: the archive for hosts that its commit makes by its own scripts with
 * its own dependencies, signed with the key of the shared release. Made once for the run.
 */
export async function previousRelease(): Promise<SharedRelease> {
  const { key } = await sharedRelease();
  const folder = join(inject('runFolder'), 'previous-release');
  await oneAtATime(folder, async () => {
    if (existsSync(folder)) return;
    const unfinished = `${folder}-unfinished`;
    rmSync(unfinished, { recursive: true, force: true });
    await using source = await checkOut(previous.commit);
    requireVersion(source.folder);
    // In a process of its own: its modules are others than those of this one.
    await execa('node', [join(import.meta.dirname, 'make-release-of.ts'), source.folder, unfinished], {
      input: JSON.stringify({ id: key.id, pem: key.key.export({ type: 'pkcs8', format: 'pem' }) }),
    });
    renameSync(unfinished, folder);
  });
  return { folder, key };
}

function requireVersion(folder: string): void {
  const { version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string };
  if (version === previous.version) return;
  throw new Error(
    `scripts/release/previous.json says that ${previous.commit} is ${previous.version}, but it is ${version}`,
  );
}
