import { createPrivateKey } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { inject } from 'vitest';
import { makeRelease } from '../../scripts/release/make-release.ts';
import { publicKeyText } from '../../scripts/release/sign.ts';
import { oncePerRun, oneAtATime } from './one-at-a-time.ts';
import { archiveName, releaseOptions } from './release-files.ts';
import { makeSigningKey, type TestSigningKey } from './signing-key.ts';

/** A release shared by several files of a run, none of which changes it. */
export interface SharedRelease {
  folder: string;
  key: TestSigningKey;
}

/** A release of this checkout, built once per run. Outside of a test, the set-up passes the context. */
export function sharedRelease(
  runFolder = inject('runFolder'),
  postgresUrl = inject('postgresUrl'),
): Promise<SharedRelease> {
  const folder = join(runFolder, 'release');
  const keyFile = join(runFolder, 'release-key.json');
  return oneAtATime(
    folder,
    async () => {
      if (!existsSync(keyFile)) {
        const key = makeSigningKey();
        await makeRelease(releaseOptions(folder, key));
        // Last: an interrupted build is repeated.
        writeFileSync(keyFile, JSON.stringify({ id: key.id, pem: key.key.export({ type: 'pkcs8', format: 'pem' }) }));
      }
      const { id, pem } = JSON.parse(readFileSync(keyFile, 'utf8')) as { id: string; pem: string };
      const secret = { id, key: createPrivateKey(pem) };
      return { folder, key: { ...secret, publicText: publicKeyText(secret) } };
    },
    postgresUrl,
  );
}

/** The shared release's program, unpacked once per run. Nobody changes it. */
export async function sharedProgram(): Promise<string> {
  const { folder } = await sharedRelease();
  return oncePerRun('program', (draft) =>
    execa('tar', ['-xzf', join(folder, archiveName), '-C', draft, '--strip-components=1']),
  );
}
