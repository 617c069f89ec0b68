import { expect, onTestFinished, test } from 'vitest';
import { AgentHere } from '../harness/agent-here.ts';
import { TestExecutor } from '../harness/executor.ts';
import { satrapHere } from '../harness/satrap-here.ts';
import { sharedControlPlane } from '../harness/shared-control-plane.ts';
import { testAgent } from '../harness/test-host.ts';

const controlPlane = sharedControlPlane({ heartbeatSeconds: 1 });

const check = (name: string, ...flags: string[]) =>
  satrapHere(['control-plane', 'check-executor', name, ...flags], {
    SATRAP_URL: controlPlane.url,
    SATRAP_API_KEY: controlPlane.personalKey,
  });

test('Satrap’s own agent conforms to every level, and the trial leaves nothing behind', async () => {
  const agent = await testAgent(controlPlane, { name: 'checked' }, AgentHere);
  onTestFinished(() => agent.destroy());
  await agent.startAndSync();
  const { code, stdout } = await check('checked');
  expect(stdout).toMatch(/^level 1 {2}ok {7}deletes the node and its data$/m);
  expect(stdout).toMatch(/\nchecked conforms to level 3 of 3\.\n$/);
  expect(code).toBe(0);
  expect(await agent.containers()).toEqual([]);
  expect((await controlPlane.ask('{ nodes { id } }')).nodes).toEqual([]);
}, 180_000);

test('an executor without nodes conforms to level 0, with reasons for skipped checks', async () => {
  const executor = await TestExecutor.withKey(controlPlane, 'idle');
  await executor.sync();
  const beats = setInterval(() => void executor.sync({ nodes: [] }).catch(() => undefined), 300);
  onTestFinished(() => clearInterval(beats));
  const { code, stdout, stderr } = await check('idle', '--timeout', '2', '--json');
  expect(code).toBe(1);
  expect(stderr).toContain('idle misses what every executor must do');
  const { level, checks } = JSON.parse(stdout);
  expect(level).toBe(0);
  expect(checks[1]).toMatchObject({ check: 'runs a new node', conforms: false });
  expect(checks[1].reason).toMatch(
    /^did not report the node as syncing or running; last report: phase pending, revision none of 1/,
  );
  expect(checks.at(-2)).toMatchObject({ conforms: null, reason: null });
  expect(checks.at(-1)).toMatchObject({ check: 'deletes the node and its data', conforms: false });
});

test('a host that does not exist is an error', async () => {
  expect(await check('nowhere')).toMatchObject({ stderr: expect.stringContaining('no host named nowhere') });
});
