import { expect, test } from 'vitest';
import { clusterPath } from '../../../../../src/control-plane/platform/database/embedded/cluster.ts';
import { serverProcesses } from '../../../../../src/control-plane/platform/database/embedded/leftovers.ts';
import { connectionsInUse } from '../../../../harness/database-connections.ts';
import { killServer, signalServer } from '../../../../harness/kill-server.ts';
import { sharedControlPlane } from '../../../../harness/shared-control-plane.ts';
import { isSoak } from '../../../../harness/soak.ts';
import { until } from '../../../../harness/until.ts';

const controlPlane = sharedControlPlane({ embedded: true, ownProcess: true, heartbeatSeconds: 60, metrics: true });

const processes = () => serverProcesses(clusterPath(controlPlane.settings.dataDir));
const keyNames = async () =>
  (await controlPlane.ask('{ apiKeys { name } }')).apiKeys.map(({ name }: { name: string }) => name);

test('while a killed database restarts, requests get 503, then work again', async () => {
  await controlPlane.key('executor', 'before the crash');
  const answers: { status: number; code: unknown }[] = [];
  killServer(clusterPath(controlPlane.settings.dataDir));
  const servesAgain = async () => {
    const { status, errors } = await controlPlane.call('{ apiKeys { name } }');
    answers.push({ status, code: errors?.[0]?.extensions?.code });
    return status === 200;
  };
  await until('it serves again', servesAgain, 120_000, 5);
  for (const answer of answers.slice(0, -1)) expect(answer).toEqual({ status: 503, code: 'unavailable' });
  expect(controlPlane.isServing).toBe(true);
  expect(await keyNames()).toContain('before the crash');
});

const hasEnded = () => until('the database has ended', () => processes().length === 0);
const kills: [string, () => Promise<unknown>][] = [
  ['once its database has ended', hasEnded],
  ...(isSoak() ? [['at once', async () => undefined] as [string, () => Promise<unknown>]] : []),
];

test.each(kills)('a control plane that is killed and started again %s has everything', async (when, wait) => {
  await controlPlane.key('executor', when);
  await controlPlane.stop('SIGKILL');
  await wait();
  await controlPlane.serve();
  expect(await keyNames()).toContain(when);
});

test('invariant 16: SIGTERM ends a control plane with 0 while its database hangs', {
  timeout: 120_000,
}, async () => {
  await controlPlane.key('executor', 'acknowledged');
  signalServer(clusterPath(controlPlane.settings.dataDir), 'SIGSTOP');
  const written = Promise.allSettled(['one', 'two', 'three'].map((name) => controlPlane.key('executor', name)));
  await until('mutations are in it', async () => (await connectionsInUse(controlPlane)) > 0);
  expect(await controlPlane.stop()).toBe(0);
  await written;
  await controlPlane.serve();
  expect(await keyNames()).toContain('acknowledged');
  expect(await controlPlane.stop()).toBe(0);
  expect(processes()).toEqual([]);
});
