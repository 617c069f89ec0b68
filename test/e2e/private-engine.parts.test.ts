import { existsSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import Docker from 'dockerode';
import { expect, inject, test } from 'vitest';
import { processName } from '../../src/devhost/processes.ts';
import { freePort } from '../harness/free-port.ts';
import { startPrivateEngine } from '../harness/private-engine.ts';
import { until } from '../harness/until.ts';

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

test('a private engine publishes ports on loopback, survives a kill and a start, and leaves nothing behind when it is destroyed', async () => {
  const image = inject('clientImages')['28.1'] ?? '';
  const engine = await startPrivateEngine({ images: [image] });
  let daemon = 0;
  try {
    const docker = new Docker({ socketPath: engine.socketPath });
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
    // Whether the engine restarts the container depends on its version.
    if (!(await container.inspect()).State.Running) await container.start();
    daemon = (await container.inspect()).State.Pid;
    expect(await processName(daemon)).not.toBeNull();
  } finally {
    await engine[Symbol.asyncDispose]();
  }
  expect(await processName(daemon)).toBeNull();
  expect(await engine.pid()).toBeNull();
  expect(existsSync(engine.dir)).toBe(false);
  expect(readFileSync('/proc/self/mounts', 'utf8')).not.toContain(engine.dir);
  expect(existsSync(join('/sys/class/net', engine.bridge))).toBe(false);
});
