import { writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { installScript } from '../../scripts/release/install-script.ts';
import { oncePerRun } from './one-at-a-time.ts';
import { releaseVariants, type VariantArchive } from './release-variant.ts';
import { type SharedRelease, sharedRelease } from './shared-release.ts';
import type { TestSigningKey } from './signing-key.ts';

/** Below every version that the tests upgrade to. */
export const previousVersion = '0.1.0';

/** The agent's part of the shared release under an earlier version number, signed with the same key. Built once per run. */
export async function previousRelease(): Promise<SharedRelease> {
  const { key } = await sharedRelease();
  const folder = await oncePerRun('previous-release', async (draft) => {
    const variants = [{ version: previousVersion }];
    for (const archive of await releaseVariants(draft, variants, { withServer: false })) writeBeside(archive, key);
  });
  return { folder, key };
}

export function writeBeside(
  { version, file, sha256, signature }: VariantArchive,
  { publicText }: TestSigningKey,
): void {
  writeFileSync(`${file}.minisig`, signature);
  writeFileSync(join(dirname(file), 'SHA256SUMS'), `${sha256}  ${basename(file)}\n`);
  const script = installScript({ version, channel: 'stable', keys: [publicText] });
  writeFileSync(join(dirname(file), 'install.sh'), script, { mode: 0o755 });
}
