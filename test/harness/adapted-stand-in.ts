import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import Docker from 'dockerode';
import { pack } from 'tar-stream';
import { inject } from 'vitest';
import { followProgress } from '../../src/agent/docker/engine/engine-progress.ts';

/** The image that `buildAdaptedStandIn` builds. */
export const adaptedStandIn = 'satrap/adapted-stand-in:28.1';

/** Starts the stand-in without Knots’ own option, and with its only test network, whose folder is `testnet4` too. */
const script = `#!/bin/sh
for argument; do
  shift
  case $argument in
    -confrw=*) continue ;;
    -chain=testnet4) argument=-chain=test ;;
    -conf=*)
      file=\${argument#-conf=}
      while IFS= read -r line; do
        if [ "$line" = '[testnet4]' ]; then line='[test]'; fi
        printf '%s\\n' "$line"
      done < "$file" > /tmp/adapted.conf
      argument=-conf=/tmp/adapted.conf ;;
  esac
  set -- "$@" "$argument"
done
exec /usr/local/bin/bitcoind "$@"
`;

/** Builds the stand-in for what litecoind lacks: testnet4, and the options of Bitcoin Knots. */
export async function buildAdaptedStandIn(): Promise<void> {
  const docker = new Docker({ socketPath: inject('dockerSocket') });
  const signal = AbortSignal.timeout(120_000);
  const context = pack();
  const lines = [`FROM ${inject('clientImages')['28.1']}`, 'COPY sh bitcoind /bin/', 'ENV PATH=/bin:/usr/local/bin'];
  context.entry({ name: 'Dockerfile' }, lines.join('\n'));
  context.entry({ name: 'sh', mode: 0o755 }, await readFile('/bin/dash'));
  context.entry({ name: 'bitcoind', mode: 0o755 }, script);
  context.finalize();
  const stream = await docker.buildImage(Readable.from([await buffer(context)]), { t: adaptedStandIn });
  await followProgress(stream, { onEvent: () => {}, signal });
}
