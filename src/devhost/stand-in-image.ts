import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { Readable } from 'node:stream';
import type Docker from 'dockerode';
import type { EngineClient } from '../agent/docker/engine/engine-client.ts';
import { followProgress } from '../agent/docker/engine/engine-progress.ts';
import { inspectImageOrNull } from '../agent/docker/engine/images.ts';
import { type InstallOptions, installPackages, packageObstacle } from './debian-packages.ts';
import { runCommand } from './run-command.ts';
import { packStandIn, standInDaemon } from './stand-in-archive.ts';

/** Label of every stand-in image: `litecoind` and its package version. */
export const standInLabel = 'io.satrap.stand-in';
const versionLabel = 'io.satrap.stand-in.for';
const contentLabel = 'io.satrap.stand-in.content';

export const standInReference = (version: string): string => `satrap/bitcoind-stand-in:${version}`;

/** Returns why stand-in images cannot be built here, or null. */
export const standInObstacle = (): string | null => (existsSync(standInDaemon) ? null : packageObstacle());

/**
 * Builds stand-in images from Debian's litecoind, which it installs if missing. Returns their references by version.
 * Each version has its own image id, so that a version change is a real image change.
 */
export async function ensureStandInImages(client: EngineClient, versions: readonly string[], options: InstallOptions) {
  const references = Object.fromEntries(versions.map((version) => [version, standInReference(version)]));
  if (!existsSync(standInDaemon)) {
    const present = await Promise.all(
      Object.values(references).map((reference) => inspectImageOrNull(client, reference)),
    );
    if (present.every((image) => image?.Config.Labels?.[standInLabel])) return references;
    await installPackages(['litecoind'], 'litecoind, the daemon of the stand-in image,', options);
  }

  const archive = await packStandIn(options.signal);
  const content = createHash('sha256').update(archive).digest('hex');
  for (const [version, reference] of Object.entries(references)) {
    const old = await inspectImageOrNull(client, reference);
    const labels = old?.Config.Labels ?? {};
    if (labels[contentLabel] === content && labels[versionLabel] === version) continue;
    options.say(`building the stand-in image ${reference} (${Math.round(archive.length / 1e6)} MB)`);
    await importStandIn(client.docker, archive, { content, version, signal: options.signal });
    if (old) await removeUnused(client.docker, old.Id);
  }
  return references;
}

async function importStandIn(
  docker: Docker,
  archive: Buffer,
  { content, version, signal }: { content: string; version: string; signal: AbortSignal },
): Promise<void> {
  const source = (await runCommand('dpkg-query', ['-W', 'litecoind'], { signal })).trim().replace('\t', ' ');
  const [repo, tag] = standInReference(version).split(':');
  const stream = await docker.importImage(Readable.from([archive]), {
    repo,
    tag,
    message: `stand-in for bitcoind ${version}: ${source}`,
    changes: [
      'ENV PATH=/usr/local/bin',
      'CMD ["bitcoind"]',
      `LABEL ${standInLabel}="${source}"`,
      `LABEL ${versionLabel}="${version}"`,
      `LABEL ${contentLabel}="${content}"`,
    ],
    abortSignal: signal,
  });
  await followProgress(stream, { onEvent: () => {}, signal });
}

/** Removes an image that lost its name to a newer one, unless a container uses it. */
async function removeUnused(docker: Docker, id: string): Promise<void> {
  try {
    await docker.getImage(id).remove();
  } catch (error) {
    if ((error as { statusCode?: number }).statusCode !== 409) throw error;
  }
}
