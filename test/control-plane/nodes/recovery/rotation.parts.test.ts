import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { TestControlPlane } from '../../../harness/control-plane.ts';
import { TestExecutor } from '../../../harness/executor.ts';
import { heldNode } from '../../../harness/held-node.ts';
import { satrap } from '../../../harness/satrap.ts';
import { until } from '../../../harness/until.ts';

test('a node that was taken over accepts its old RPC hash until the RPC credentials are rotated', async () => {
  const controlPlane = await TestControlPlane.start({ heartbeatSeconds: 60 });
  onTestFinished(() => controlPlane.destroy());
  const host = await TestExecutor.withKey(controlPlane, 'host');
  const node = heldNode({ desiredState: 'stopped' });
  const executorId = randomUUID();
  const sync = async (nodes: object[] | null) =>
    (await host.sync({ held: { executorId, nodes } })).data.syncExecutor.nodes;
  await sync(null);
  await sync([node]);
  const command = (command: string, ...args: string[]) =>
    satrap([command, ...args, '--url', controlPlane.url], { SATRAP_API_KEY: controlPlane.personalKey });
  expect((await command('executors', 'recover', '--dry-run')).stdout).toContain('\n1 host, 1 node to take over\n');
  expect((await command('executors', 'recover', '--all', '--yes')).stdout).toMatch(/^\S+: took over 1 node\n/);
  const [taken] = await sync(null);
  expect(taken).toMatchObject({ id: node.id, revision: node.revision, rpcAuth: node.rpcAuth });

  const refusal = 'This password does not work on 1 node taken over from another control plane.';
  expect((await command('nodes', 'credentials')).stderr).toContain(refusal);
  const begun = await command('nodes', 'rotate-credentials', '--yes', '--former-valid-for', '0');
  expect(begun.stdout).toContain('until then, use those of: satrap nodes credentials');
  await until('the rotation has ended', async () => {
    const { rpcCredentialRotation } = await controlPlane.ask('{ rpcCredentialRotation { stage } }');
    return rpcCredentialRotation.stage === 'done';
  });
  expect((await command('nodes', 'credentials')).stderr).toBe('');
  const [rotated] = await sync(null);
  expect(rotated.rpcAuth).not.toBe(node.rpcAuth);
  expect(rotated.revision).toBeGreaterThan(node.revision);
});
