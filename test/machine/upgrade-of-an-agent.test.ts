import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { ownVersion } from '../../src/version.ts';
import { consoleUrl, signInAsOwner, TestBrowser } from '../harness/console.ts';
import { until } from '../harness/until.ts';
import { UpgradeMachine } from './upgrade-machine.ts';

// One machine, on which these tests follow one another: each begins with the version and the store that the one before it left.

const first = ownVersion();
const crashing = '90.0.1';
const hanging = '90.0.2';
const unreadable = '90.0.3';
const good = '90.0.4';
let machine: UpgradeMachine;
let browser: TestBrowser;
let run: string;

beforeAll(async () => {
  machine = await UpgradeMachine.start(
    [
      { version: crashing, begin: 'case "$*" in "agent run") echo "cannot go on: no flux" >&2; exit 1 ;; esac' },
      { version: hanging, begin: 'case "$*" in "agent run") exec sleep 1000 ;; esac' },
      {
        version: unreadable,
        begin: 'case "$*" in "agent upgrade-store"*) echo "the store is foreign" >&2; exit 1 ;; esac',
      },
      {
        version: good,
        // A migration of its own, behind the last one.
        change: (text) =>
          text.replace(
            /(outbox_dropped \(kind TEXT PRIMARY KEY, count INTEGER NOT NULL\) STRICT;)`/,
            '$1`,`ALTER TABLE outbox ADD COLUMN urgent INTEGER`',
          ),
      },
    ],
    { consoleDir: inject('consoleFolder') },
  );
  browser = await TestBrowser.start();
  run = await machine.container();
}, 600_000);
afterAll(async () => {
  await browser?.close();
  await machine?.[Symbol.asyncDispose]();
}, 60_000);

test('a version that crashes at its start is found, and the former one runs again with its evidence', async () => {
  expect(await machine.upgrade(crashing)).toMatchObject({
    state: 'rolled_back',
    reason: expect.stringMatching(/ended 3 times: exit code 1[\s\S]*cannot go on: no flux/),
  });
  await machine.untilEnded();
  await machine.expectOneAgent(first);
  expect(await machine.container()).toBe(run);
}, 200_000);

test('a version that hangs is found, and the former one runs again', async () => {
  expect(await machine.upgrade(hanging)).toMatchObject({
    state: 'rolled_back',
    reason: expect.stringMatching(/does not answer/),
  });
  await machine.untilEnded();
  await machine.expectOneAgent(first);
}, 200_000);

test('a version that cannot read the store is not switched to', async () => {
  expect(await machine.upgrade(unreadable)).toMatchObject({
    state: 'failed',
    reason: expect.stringContaining('the store is foreign'),
  });
  await machine.untilEnded();
  await machine.expectOneAgent(first);
}, 200_000);

test('a version that does is asked for and seen through in the console, and kept, with another form of the store; the node runs on, and heartbeats hardly pause', async () => {
  const page = await browser.open(consoleUrl(machine.controlPlane));
  await signInAsOwner(page, machine.controlPlane);
  await machine.publish(good);
  await page.goto(`executors/${machine.executorId}`);
  const agent = page.getByRole('region', { name: 'Agent' });
  await agent.getByRole('row').filter({ hasText: unreadable }).getByText('the store is foreign').waitFor();
  const beats = new Set<string>();
  const watching = new AbortController();
  const watched = (async () => {
    while (!watching.signal.aborted) {
      const { executors } = await machine.controlPlane.ask('{ executors { lastSeenAt } }');
      beats.add(executors[0].lastSeenAt);
      await delay(50);
    }
  })();
  const begun = performance.now();
  await agent.getByRole('button', { name: 'Upgrade' }).click();
  await agent.getByText(`to ${good}: `).waitFor();
  expect(await machine.untilUpgraded()).toMatchObject({ state: 'committed' });
  const seconds = (performance.now() - begun) / 1000;
  watching.abort();
  await watched;
  const times = [...beats].map((at) => Date.parse(at)).toSorted((a, b) => a - b);
  const gap = Math.max(...times.slice(1).map((at, index) => at - (times[index] ?? at)));
  console.log(`upgrade: ${seconds.toFixed(1)} s from the request to the end, ${gap} ms between two heartbeats at most`);
  await machine.untilEnded();
  await machine.expectOneAgent(good);
  expect(await machine.box.do('ls -A /opt/satrap/versions')).toBe([first, good].toSorted().join('\n'));
  expect(await machine.box.do('readlink /opt/satrap/former /opt/satrap/watcher')).toBe(
    `versions/${first}\nversions/${good}`,
  );
  expect(await machine.container()).toBe(run);
  await agent
    .getByRole('row')
    .filter({ hasText: `→ ${good}` })
    .getByText('upgraded', { exact: true })
    .waitFor();
  await agent.getByText('There is no later release for it').waitFor();
  expect(browser.faults).toEqual([]);
}, 200_000);

test('a rollback by hand goes on when agent and watcher are killed in it, and the store is again of the former form', async () => {
  const rollback = machine.box.do('satrap agent rollback --yes');
  await machine.untilPhase('store');
  await machine.kill('satrap-agent-upgrade', 'satrap-agent');
  await machine.untilPhase('judge');
  const atMs = await machine.kill('satrap-agent-upgrade', 'satrap-agent');
  await machine.expectOneAgent(first, { what: 'agent and watcher killed in the judgement', atMs });
  expect(await rollback).toContain(`${first} runs`);
  await machine.expectOneAgent(first);
  expect(await machine.container()).toBe(run);
}, 200_000);

test.each(['store', 'start'])(
  'a power cut at the step “%s” of a rollback of a rollback ends with one agent',
  async (phase) => {
    const [from, to] = phase === 'store' ? [first, good] : [good, first];
    expect((await machine.status())?.version).toBe(from);
    const rollback = machine.box.run('satrap agent rollback --yes');
    await machine.untilPhase(phase);
    const atMs = Date.now();
    await machine.box.cut();
    await rollback;
    await machine.expectOneAgent(to, { what: `power cut at the step “${phase}”`, atMs });
    await machine.untilEnded();
    await machine.expectOneAgent(to);
  },
  200_000,
);

test('a control plane that is gone is no reason to go back', async () => {
  await machine.controlPlane.stop();
  const { code, text } = await machine.box.run('satrap agent rollback --yes');
  await machine.controlPlane.serve();
  expect([code, text]).toEqual([0, expect.stringContaining(`${good} runs`)]);
  await until('it is online', async () => {
    const { executors } = await machine.controlPlane.ask('{ executors { status version } }');
    return executors[0].status === 'online' && executors[0].version === good;
  });
}, 200_000);

test('an agent that is uninstalled in the midst of it leaves nothing of the upgrade', async () => {
  const rollback = machine.box.run('satrap agent rollback --yes');
  await machine.untilPhase('judge');
  await machine.box.do('satrap agent uninstall --yes');
  await rollback;
  for (const path of ['/opt/satrap', '/var/lib/satrap', '/var/lib/satrap-upgrade'])
    expect([path, (await machine.box.run(`test -e ${path}`)).code]).toEqual([path, 1]);
  expect(await machine.box.do('systemctl list-unit-files --no-legend "satrap*"; pgrep -fa "[m]ain.mjs" || true')).toBe(
    '',
  );
}, 200_000);
