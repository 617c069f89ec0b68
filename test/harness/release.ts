import { randomBytes } from 'node:crypto';
import { artifactComment } from '../../scripts/release/sign.ts';
import type { ExecutorReleaseCreateInput } from '../../src/contract/types.generated.ts';
import type { ReleaseRow } from '../../src/control-plane/tables/releases.ts';

export function minisignText(): string {
  const signature = Buffer.concat([Buffer.from('ED'), randomBytes(72)]).toString('base64');
  const ofTrusted = randomBytes(64).toString('base64');
  const comment = artifactComment({
    version: '1.1.0',
    platform: 'linux-x64',
    channel: 'stable',
    file: 'satrap.tar.gz',
  });
  return `untrusted comment: signature of a test\n${signature}\ntrusted comment: ${comment}\n${ofTrusted}\n`;
}

/** A release with an archive for x64 and an image. */
export const release = (
  version: string,
  change: Partial<ExecutorReleaseCreateInput> = {},
): ExecutorReleaseCreateInput => ({
  version,
  channel: 'stable',
  notes: 'A test.',
  artifacts: [
    {
      platform: 'linux-x64',
      url: `https://releases.example/satrap-${version}-linux-x64.tar.gz`,
      sizeBytes: 31_000_000,
      sha256: randomBytes(32).toString('hex'),
      signature: minisignText(),
    },
  ],
  image: { name: 'registry.example/satrap/agent', digest: `sha256:${randomBytes(32).toString('hex')}` },
  ...change,
});

export const releaseRow = (version = '1.1.0', change: Partial<ReleaseRow> = {}): ReleaseRow => ({
  ...release(version),
  ...{ id: 'release', versionKey: '', image: null, lowestVersion: null, createdAt: new Date() },
  ...{ withdrawnAt: null, withdrawnReason: null, revision: 1 },
  ...change,
});

export const upgradableExecutor = {
  ...{ name: 'host-1', online: true, version: '1.0.0', channel: 'stable' },
  upgradability: { canUpgrade: true, platform: 'linux-x64', packaging: 'archive' },
} as const;
