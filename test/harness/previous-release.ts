import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { inject } from 'vitest';
import { installScript } from '../../scripts/release/install-script.ts';
import { oneAtATime } from './one-at-a-time.ts';
import { releaseVariants } from './release-variant.ts';
import { type SharedRelease, sharedRelease } from './shared-release.ts';

/** Below every version that the tests upgrade to. */
export const previousVersion = '0.1.0';

/** The shared release under an earlier version number, signed with the same key. Built once per run. */
export async function previousRelease(): Promise<SharedRelease> {
  const { folder: shared, key } = await sharedRelease();
  const folder = join(inject('runFolder'), 'previous-release');
  await oneAtATime(folder, async () => {
    if (existsSync(folder)) return;
    const unfinished = `${folder}-unfinished`;
    rmSync(unfinished, { recursive: true, force: true });
    mkdirSync(unfinished);
    for (const { file, sha256, signature } of await releaseVariants({ folder: shared, key }, unfinished, [
      { version: previousVersion },
    ])) {
      writeFileSync(`${file}.minisig`, signature);
      writeFileSync(join(unfinished, 'SHA256SUMS'), `${sha256}  ${basename(file)}\n`);
    }
    const script = installScript({ version: previousVersion, channel: 'stable', keys: [key.publicText] });
    writeFileSync(join(unfinished, 'install.sh'), script, { mode: 0o755 });
    renameSync(unfinished, folder);
  });
  return { folder, key };
}
