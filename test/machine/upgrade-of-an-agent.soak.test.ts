import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { consoleUrl, signInAsOwner, TestBrowser } from '../harness/console.ts';
import { previousVersion } from '../harness/previous-release.ts';
import { until } from '../harness/until.ts';
import { unreadable, withMigration } from './failing-versions.ts';
import { expectKept, fillStore, readStore, type StoreContents } from './filled-store.ts';
import { UpgradeMachine } from './upgrade-machine.ts';

// One machine, on which these tests follow one another: each begins with the version and the store that the one before it left. All
// versions are this one under other numbers; it begins with the lowest.

const previous = previousVersion;
const present = '90.0.0';
const good = '90.0.1';
let machine: UpgradeMachine;
let browser: TestBrowser;
let runs: string;
let contents: StoreContents;

beforeAll(async () => {
  machine = await UpgradeMachine.start(
    [{ version: present }, { version: good, change: withMigration }, unreadable.release],
    { consoleDir: inject('consoleFolder'), installed: 'previous' },
  );
  browser = await TestBrowser.start();
  contents = await fillStore(machine);
  runs = await machine.containers();
}, 600_000);
afterAll(async () => {
  await browser?.close();
  await machine?.[Symbol.asyncDispose]();
}, 60_000);

/** Expects one agent, of this version, which left every container of a node alone, and every word of the store. */
async function expectSwitched(version: string): Promise<void> {
  await machine.untilEnded();
  await machine.expectOneAgent(version);
  expect(await machine.containers()).toBe(runs);
  const now = await readStore(machine);
  expectKept(contents, now);
  contents = now;
}

test('the previous release is upgraded to this one; the nodes run on', async () => {
  expect(await machine.upgrade(present)).toMatchObject({ state: 'committed' });
  await expectSwitched(present);
}, 200_000);

test('a rollback by hand to the previous release goes on when agent and watcher are killed in it, and loses nothing of the store', async () => {
  const rollback = machine.box.do('satrap agent rollback --yes');
  await machine.untilPhase('store');
  await machine.kill('satrap-agent-upgrade', 'satrap-agent');
  await machine.untilPhase('judge');
  const atMs = await machine.kill('satrap-agent-upgrade', 'satrap-agent');
  await machine.expectOneAgent(previous, { what: 'agent and watcher killed in the judgement', atMs });
  expect(await rollback).toContain(`${previous} runs`);
  await expectSwitched(previous);
}, 200_000);

test('the previous release is upgraded once more, to a version with another form of the store', async () => {
  expect(await machine.upgrade(good)).toMatchObject({ state: 'committed' });
  await expectSwitched(good);
  expect(contents.upgrades).toEqual([
    { targetVersion: present, state: 'committed' },
    { targetVersion: previous, state: 'committed' },
    { targetVersion: good, state: 'committed' },
  ]);
  machine.api.heal();
}, 200_000);

test('what waited to be sent in each of the versions arrives once', async () => {
  const arrived = async () => {
    const query = '{ events(filter: { take: 500, direction: newer }) { nodes { id kind data } } }';
    return (await machine.controlPlane.ask(query)).events.nodes as { id: string; kind: string; data: object }[];
  };
  const { events } = contents.unsent;
  await until('all has arrived', async () => {
    const ids = new Set((await arrived()).map(({ id }) => id));
    return events.every((id) => ids.has(id));
  });
  const told = (await arrived()).filter(({ kind }) => kind === 'upgrade.committed');
  expect(told.map(({ data }) => data)).toMatchObject([
    { fromVersion: previous, targetVersion: present },
    { fromVersion: present, targetVersion: previous },
    { fromVersion: previous, targetVersion: good },
  ]);
}, 60_000);

test('a version that cannot read the store is not switched to, and the console says why', async () => {
  expect(await machine.upgrade(unreadable.release.version)).toMatchObject({
    state: unreadable.state,
    reason: expect.stringMatching(unreadable.evidence),
  });
  await machine.untilEnded();
  await machine.expectOneAgent(good);
  const page = await browser.open(consoleUrl(machine.controlPlane));
  await signInAsOwner(page, machine.controlPlane);
  await page.goto(`executors/${machine.executorId}`);
  await page
    .getByRole('region', { name: 'Agent' })
    .getByRole('listitem')
    .filter({ hasText: unreadable.release.version })
    .getByText('the store is foreign')
    .waitFor();
}, 200_000);

test('units of another version are named by the doctor, and replaced by an installation over it', async () => {
  const { box } = machine;
  await box.do('cd /etc/systemd/system && rm satrap-agent-shutdown.target && echo "# another" >>satrap-agent.service');
  const judgedUnits = async () => {
    const findings: { check: string }[] = JSON.parse(await box.do('satrap agent doctor --json'));
    return findings.find(({ check }) => check === 'units');
  };
  expect(await judgedUnits()).toMatchObject({
    level: 'warning',
    message: expect.stringContaining('satrap-agent.service, satrap-agent-shutdown.target'),
    remedy: expect.stringMatching(/^satrap agent install/),
  });
  expect(await box.do('satrap agent install')).toMatch(/write .*satrap-agent-shutdown.target[\s\S]*is online/);
  expect(await judgedUnits()).toMatchObject({ level: 'ok' });
  await machine.expectOneAgent(good);
  expect(await machine.containers()).toBe(runs);
}, 60_000);

async function cutPowerIn(phase: 'store' | 'start', from: string, to: string): Promise<void> {
  expect((await machine.status())?.version).toBe(from);
  const rollback = machine.box.run('satrap agent rollback --yes');
  await machine.untilPhase(phase);
  const atMs = Date.now();
  await machine.box.cut();
  await rollback;
  await machine.expectOneAgent(to, { what: `power cut at the step “${phase}”`, atMs });
  await machine.untilEnded();
  await machine.expectOneAgent(to);
}

test('a power cut at the step “store” of a rollback to the previous release ends with one agent, and the store is again of the former form', async () => {
  await cutPowerIn('store', good, previous);
}, 200_000);

test('a control plane that is gone is no reason to go back from a rollback of a rollback', async () => {
  await machine.controlPlane.stop();
  const { code, text } = await machine.box.run('satrap agent rollback --yes');
  await machine.controlPlane.serve();
  expect([code, text]).toEqual([0, expect.stringContaining(`${good} runs`)]);
  await until('it is online', async () => {
    const { executors } = await machine.controlPlane.ask('{ executors { status version } }');
    return executors[0].status === 'online' && executors[0].version === good;
  });
}, 200_000);

test('a power cut at the step “start” of a rollback to the previous release ends with one agent', async () => {
  await cutPowerIn('start', good, previous);
}, 200_000);

test('an agent that is uninstalled in the midst of a rollback of a rollback leaves nothing of the upgrade', async () => {
  const rollback = machine.box.run('satrap agent rollback --yes');
  await machine.untilPhase('judge');
  await machine.box.do('satrap agent uninstall --yes');
  await rollback;
  for (const path of ['/opt/satrap', '/var/lib/satrap', '/var/lib/satrap-upgrade'])
    expect([path, (await machine.box.run(`test -e ${path}`)).code]).toEqual([path, 1]);
  expect(
    await machine.box.do('systemctl list-unit-files --no-legend "satrap*"; pgrep -fa "[m]ain.mjs|[a]gent.cjs" || true'),
  ).toBe('');
}, 200_000);
