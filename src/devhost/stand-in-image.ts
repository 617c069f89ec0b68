import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { Readable } from 'node:stream';
import type Docker from 'dockerode';
import { followProgress } from '../agent/docker/engine/engine-progress.ts';
import { runCommand } from './command.ts';
import { type InstallOptions, installPackages, whyNoPackages } from './debian-packages.ts';
import { inspectImage } from './inspect-image.ts';
import { packStandIn, STAND_IN_DAEMON } from './stand-in-archive.ts';

/** Present on every stand-in image: `litecoind` and the version of its package. */
export const STAND_IN_LABEL = 'io.satrap.stand-in';
const VERSION_LABEL = 'io.satrap.stand-in.for';
const CONTENT_LABEL = 'io.satrap.stand-in.content';

/** The local image that stands in for bitcoind of this version. */
export function standInReference(version: string): string {
  return `satrap/bitcoind-stand-in:${version}`;
}

/** Why stand-in images cannot be made here, or null when they can. */
export function whyNoStandIn(): string | null {
  return existsSync(STAND_IN_DAEMON) ? null : whyNoPackages();
}

/**
 * Makes the stand-in images of these versions from Debian's package litecoind, which it installs when it is missing, and
 * gives their references. Each version is an image with an id of its own though the daemon inside is the same: a change of
 * version is then a real change of image. An image that is up to date is left alone.
 */
export async function ensureStandInImages(
  docker: Docker,
  versions: readonly string[],
  options: InstallOptions,
): Promise<Record<string, string>> {
  const references = Object.fromEntries(versions.map((version) => [version, standInReference(version)]));
  if (!existsSync(STAND_IN_DAEMON)) {
    const present = await Promise.all(Object.values(references).map((reference) => inspectImage(docker, reference)));
    if (present.every((image) => image?.Config.Labels?.[STAND_IN_LABEL])) return references;
    await installPackages(['litecoind'], 'litecoind, the daemon of the stand-in image,', options);
  }

  const archive = await packStandIn(options.signal);
  const content = createHash('sha256').update(archive).digest('hex');
  for (const [version, reference] of Object.entries(references)) {
    const old = await inspectImage(docker, reference);
    const labels = old?.Config.Labels ?? {};
    if (labels[CONTENT_LABEL] === content && labels[VERSION_LABEL] === version) continue;
    options.say(`building the stand-in image ${reference} (${Math.round(archive.length / 1e6)} MB)`);
    await importStandIn(docker, archive, { content, version, signal: options.signal });
    if (old) await removeUnused(docker, old.Id);
  }
  return references;
}

interface StandIn {
  content: string;
  version: string;
  signal: AbortSignal;
}

async function importStandIn(docker: Docker, archive: Buffer, { content, version, signal }: StandIn): Promise<void> {
  const source =
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a format of dpkg-query
    (await runCommand('dpkg-query', ['-W', '-f', '${Package} ${Version}', 'litecoind'], { signal })).trim();
  const [repo, tag] = standInReference(version).split(':');
  const stream = await docker.importImage(Readable.from([archive]), {
    repo,
    tag,
    message: `stand-in for bitcoind ${version}: ${source}`,
    changes: [
      'ENV PATH=/usr/local/bin',
      'CMD ["bitcoind"]',
      `LABEL ${STAND_IN_LABEL}="${source}"`,
      `LABEL ${VERSION_LABEL}="${version}"`,
      `LABEL ${CONTENT_LABEL}="${content}"`,
    ],
    abortSignal: signal,
  });
  await followProgress(stream, { onEvent: () => {}, signal });
}

/** Removes the image that a newer one took the name of, unless a container still runs on it. */
async function removeUnused(docker: Docker, id: string): Promise<void> {
  try {
    await docker.getImage(id).remove();
  } catch (error) {
    if ((error as { statusCode?: number }).statusCode !== 409) throw error;
  }
}
