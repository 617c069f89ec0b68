import { randomUUID } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { AgentHealth } from '../../../src/agent/loops/watched-loops.ts';
import { TestAgent } from '../../harness/agent.ts';
import { builtProgram } from '../../harness/built-program.ts';
import { FaultyControlPlane } from '../../harness/faulty-control-plane.ts';
import { freePort } from '../../harness/free-port.ts';
import { scratchFolder } from '../../harness/scratch-folder.ts';
import { until } from '../../harness/until.ts';

/** The agent's time runs 20 times as fast. Once the file HANG exists, the timer of the disk guard never fires. */
const preload = `
import { existsSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import timers from 'node:timers/promises';
const { setTimeout } = timers;
const { bigint } = process.hrtime;
process.hrtime.bigint = () => bigint() * 20n;
timers.setTimeout = (ms, ...rest) =>
  ms === 3000 && existsSync(process.env.HANG) ? new Promise(() => {}) : setTimeout(ms / 20, ...rest);
syncBuiltinESMExports();
`;

test('a hanging loop makes an agent unhealthy; an engine that is away does not', async () => {
  const folder = scratchFolder('hanging');
  const file = (name: string, text: string, mode = 0o600) => {
    writeFileSync(join(folder, name), text, { mode });
    return join(folder, name);
  };
  const [hang, told] = [join(folder, 'hang'), file('told', '')];
  file('systemd-notify', `#!/bin/sh\necho "$*" >> ${told}\n`, 0o700);
  const controlPlane = await FaultyControlPlane.start();
  controlPlane.answer = { ...controlPlane.answer, executorId: randomUUID(), heartbeatIntervalSeconds: 10 };
  const port = await freePort();
  const agent = new TestAgent({
    ...{ url: controlPlane.url, apiKey: controlPlane.apiKey },
    dockerSocket: join(folder, 'no-engine.sock'),
    images: { '28.1': 'example/bitcoin:28.1' },
    flags: { 'metrics-port': String(port) },
    imports: [file('preload.mjs', preload)],
    program: (await builtProgram('host')).agent,
    env: {
      ...{ HANG: hang, PATH: `${folder}:${process.env['PATH']}` },
      ...{ NOTIFY_SOCKET: join(folder, 'notify.sock'), WATCHDOG_USEC: '60000000' },
    },
  });
  onTestFinished(async () => {
    await agent.destroy();
    await controlPlane.close();
  });
  const signsOfLife = () => readFileSync(told, 'utf8').split('WATCHDOG=1').length - 1;
  const healthz = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`);
    return { status: answer.status, ...((await answer.json()) as AgentHealth) };
  };

  await agent.startAndSync();
  await until('each loop is watched, and healthy without an engine', async () => {
    const health = await healthz().catch(() => undefined);
    return health?.status === 200 && health.loops.length === 12;
  });
  await until('systemd hears that it lives', () => signsOfLife() > 1);

  file('hang', '');
  const sick = await until('it is unhealthy', async () => {
    const health = await healthz();
    return health.loops.some(({ name, isAlive }) => name === 'disk guard' && !isAlive) && health;
  });
  expect(sick).toMatchObject({ status: 503, isAlive: false });
  // The other loops go on. A keep-alive may have been in flight.
  for (let beat = 0; beat < 2; beat++) await agent.untilHeartbeat();
  const heard = signsOfLife();
  for (let beat = 0; beat < 2; beat++) await agent.untilHeartbeat();
  expect(signsOfLife()).toBe(heard);
});
