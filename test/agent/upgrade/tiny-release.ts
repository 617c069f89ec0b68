import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { writeArchive } from '../../../scripts/release/archive.ts';
import { artifactComment, signDigest } from '../../../scripts/release/sign.ts';
import type { ReleaseArtifact } from '../../../src/contract/types.generated.ts';
import { digestOf } from '../../../src/release/minisign.ts';
import type { ReleaseServer } from '../../harness/release-server.ts';
import type { TestSigningKey } from '../../harness/signing-key.ts';

const platform = `${process.platform}-${process.arch}`;

/** A program that answers `agent rehearse` with these lines of sh. */
export const program = (lines: string): string => `#!/bin/sh\n${lines}\n`;

/** The lines of a rehearsal with these actions for one node. */
export const plans = (...actions: string[]): string => {
  const steps = actions.map((action) => ({ action, why: 'a test says so' }));
  const nodes = [{ id: '1', name: 'alpha', steps, error: null }];
  return `cat <<'END'\n${JSON.stringify({ version: '1.1.0', nodes })}\nEND`;
};

/**
 * Serves a signed release whose program is a script, beside `ballastMiB` of padding. Returns the control plane's view
 * of it.
 */
export async function serveRelease(
  server: ReleaseServer,
  key: TestSigningKey,
  version: string,
  script: string,
  ballastMiB = 0,
): Promise<ReleaseArtifact> {
  const folder = mkdtempSync(join(tmpdir(), 'satrap-tiny-release-'));
  try {
    const content = join(folder, 'content');
    mkdirSync(join(content, 'bin'), { recursive: true });
    writeFileSync(join(content, 'bin/satrap'), script, { mode: 0o755 });
    writeFileSync(join(content, 'ballast'), Buffer.alloc(ballastMiB * 1024 * 1024));
    const file = join(folder, 'satrap.tar.gz');
    await writeArchive(content, file, { name: `satrap-${version}`, mtime: new Date(0), level: 1 });
    const body = readFileSync(file);
    server.body = body;
    const comment = artifactComment({ version, platform, channel: 'stable', file: 'satrap.tar.gz' });
    return {
      ...{ platform, url: server.url, sizeBytes: body.length },
      sha256: createHash('sha256').update(body).digest('hex'),
      signature: signDigest(await digestOf(file), key, comment),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Creates an installation of 1.0.0 below `host` like install.sh, with the upgrade units. Returns its path. */
export function installTiny(host: string, key: TestSigningKey, dataDir = join(host, 'state')) {
  const root = join(host, 'versions/1.0.0');
  const write = (path: string, text = '') => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text, { mode: 0o755 });
  };
  write(join(root, 'bin/node'));
  write(join(root, 'bin/satrap'), program(plans()));
  write(join(root, 'share/satrap/release-keys/1.pub'), key.publicText);
  symlinkSync('versions/1.0.0', join(host, 'current'));
  mkdirSync(dataDir, { recursive: true });
  const unit = join(host, 'upgrade.path');
  write(unit, `[Path]\nPathExists=${dataDir}/upgrade/order.json\n`);
  return { root, dataDir, unit, system: host, env: {} };
}
