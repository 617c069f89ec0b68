import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import Docker from 'dockerode';
import { expect, inject, test } from 'vitest';
import { processName } from '../../src/devhost/processes.ts';
import { startPrivateEngine } from '../harness/docker/private-engine.ts';
import { freePort } from '../harness/free-port.ts';
import { until } from '../harness/until.ts';

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

test('a private engine publishes ports on loopback, survives a kill and a start, and leaves nothing behind when it is destroyed', async () => {
  const dir = mkdtempSync('/var/lib/satrap-p-');
  const engine = await startPrivateEngine({ dir, signal: AbortSignal.timeout(90_000) });
  let daemon = 0;
  try {
    const docker = new Docker({ socketPath: engine.socketPath });
    const image = inject('clientImages')['28.1'] ?? '';
    const load = await docker.loadImage(await new Docker({ socketPath: inject('dockerSocket') }).getImage(image).get());
    await new Promise((resolve, reject) =>
      docker.modem.followProgress(load, (error) => (error ? reject(error) : resolve(undefined))),
    );
    const port = await freePort();
    const container = await docker.createContainer({
      Image: image,
      Entrypoint: ['bitcoind'],
      Cmd: ['-chain=regtest', '-datadir=/tmp', '-port=18444'],
      ExposedPorts: { '18444/tcp': {} },
      HostConfig: {
        PortBindings: { '18444/tcp': [{ HostIp: '127.0.0.1', HostPort: String(port) }] },
        RestartPolicy: { Name: 'unless-stopped' },
      },
    });
    await container.start();
    await until('the daemon accepts connections', () => accepts(port));

    await engine.kill();
    expect(await engine.pid()).toBeNull();
    await engine.start();
    // Whether the engine starts the container again depends on its version.
    if (!(await container.inspect()).State.Running) await container.start();
    daemon = (await container.inspect()).State.Pid;
    expect(await processName(daemon)).not.toBeNull();
  } finally {
    await engine.destroy();
  }
  expect(await processName(daemon)).toBeNull();
  expect(await engine.pid()).toBeNull();
  expect(existsSync(dir)).toBe(false);
  expect(readFileSync('/proc/self/mounts', 'utf8')).not.toContain(dir);
  expect(existsSync(join('/sys/class/net', engine.bridge))).toBe(false);
});
