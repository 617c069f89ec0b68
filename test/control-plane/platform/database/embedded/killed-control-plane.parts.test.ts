import { describe, expect, test } from 'vitest';
import { clusterPath } from '../../../../../src/control-plane/platform/database/embedded/cluster.ts';
import { serverProcesses } from '../../../../../src/control-plane/platform/database/embedded/leftovers.ts';
import { killServer } from '../../../../harness/kill-server.ts';
import { sharedControlPlane } from '../../../../harness/shared-control-plane.ts';
import { until } from '../../../../harness/until.ts';

describe('a control plane on the embedded database', () => {
  const controlPlane = sharedControlPlane({ embedded: true });

  const processes = () => serverProcesses(clusterPath(controlPlane.settings.dataDir));
  const keyNames = async () =>
    (await controlPlane.ask('{ apiKeys { name } }')).apiKeys.map(({ name }: { name: string }) => name);

  test('a control plane that is killed takes its database along, and the next one has everything', async () => {
    await controlPlane.key('executor', 'kept');
    await controlPlane.stop('SIGKILL');
    await until('the database has ended', () => processes().length === 0);
    await controlPlane.serve();
    expect(await keyNames()).toContain('kept');
  });

  test('a control plane that is killed and started at once takes its database over', async () => {
    await controlPlane.key('executor', 'kept at once');
    await controlPlane.stop('SIGKILL');
    await controlPlane.serve();
    expect(await keyNames()).toContain('kept at once');
  });

  test('while a killed database starts again, requests get 503, and the control plane goes on', async () => {
    await controlPlane.key('executor', 'before the crash');
    const answers: { status: number; code: unknown }[] = [];
    killServer(clusterPath(controlPlane.settings.dataDir));
    await until(
      'it serves again',
      async () => {
        const { status, errors } = await controlPlane.call('{ apiKeys { name } }');
        answers.push({ status, code: errors?.[0]?.extensions?.code });
        return status === 200;
      },
      30_000,
      5,
    );
    expect(new Set(answers.slice(0, -1).map((answer) => JSON.stringify(answer)))).toEqual(
      new Set([JSON.stringify({ status: 503, code: 'unavailable' })]),
    );
    expect(controlPlane.isServing).toBe(true);
    expect(await keyNames()).toContain('before the crash');
  });

  test('a control plane that stops leaves no process of its database', async () => {
    await controlPlane.stop();
    expect(processes()).toEqual([]);
    await controlPlane.serve();
  });
});
