import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import Docker from 'dockerode';
import { pack } from 'tar-stream';
import { inject } from 'vitest';
import { followProgress } from '../../src/agent/docker/engine/engine-progress.ts';

/**
 * Builds the stand-in with a shell script in place of its daemon, which is `/usr/local/bin/bitcoind`. Returns the name of
 * the image.
 */
export async function standInWith(name: string, script: string): Promise<string> {
  const docker = new Docker({ socketPath: inject('dockerSocket') });
  const context = pack();
  const lines = [
    `FROM ${inject('clientImages')['28.1']}`,
    'COPY sh sleep bitcoind /bin/',
    'ENV PATH=/bin:/usr/local/bin',
  ];
  context.entry({ name: 'Dockerfile' }, lines.join('\n'));
  context.entry({ name: 'sh', mode: 0o755 }, await readFile('/bin/dash'));
  context.entry({ name: 'sleep', mode: 0o755 }, await readFile('/bin/sleep'));
  context.entry({ name: 'bitcoind', mode: 0o755 }, `#!/bin/sh\n${script}\n`);
  context.finalize();
  const image = `satrap/${name}:28.1`;
  const stream = await docker.buildImage(Readable.from([await buffer(context)]), { t: image });
  await followProgress(stream, { onEvent: () => {}, signal: AbortSignal.timeout(120_000) });
  return image;
}
