import { afterAll, beforeAll, expect, test } from 'vitest';
import { previousVersion as previous } from '../harness/previous-release.ts';
import { until } from '../harness/until.ts';
import { enginePackages } from './box-image.ts';
import { unreadable, withMigration } from './failing-versions.ts';
import { expectKept, fillStore, readStore, type StoreContents } from './filled-store.ts';
import { heartbeatGap } from './heartbeat-gap.ts';
import { UpgradeMachine } from './upgrade-machine.ts';

// Power cuts, damaged units, new engine packages and an uninstallation around switches between the previous release and this one. The tests run in
// order on one machine.

const good = '90.9.1';
let machine: UpgradeMachine;
let contents: StoreContents;
let runs: string;

beforeAll(async () => {
  machine = await UpgradeMachine.start([{ version: good, change: withMigration }, unreadable.release], {
    installed: 'previous',
  });
  contents = await fillStore(machine);
  runs = await machine.containers();
}, 600_000);
afterAll(() => machine?.[Symbol.asyncDispose](), 60_000);

test('the previous release is upgraded, and how long heartbeats pause is measured', async () => {
  // This version cannot read the store, so the watcher does not switch to it.
  expect(await machine.upgrade(unreadable.release.version)).toMatchObject({ state: unreadable.state });
  await machine.untilEnded();
  await machine.expectOneAgent(previous);
  const begun = performance.now();
  const gap = await heartbeatGap(machine.controlPlane, async () => {
    expect(await machine.upgrade(good)).toMatchObject({ state: 'committed' });
  });
  const seconds = (performance.now() - begun) / 1000;
  console.log(`upgrade: ${seconds.toFixed(1)} s from the request to the end, ${gap} ms between two heartbeats at most`);
  await machine.untilEnded();
  await machine.expectOneAgent(good);
  expect(await machine.containers()).toBe(runs);
  const now = await readStore(machine);
  expectKept(contents, now);
  expect(now.upgrades.at(-1)).toEqual({ targetVersion: good, state: 'committed' });
  contents = now;
}, 300_000);

test('what waited to be sent in each of the versions arrives once', async () => {
  machine.api.heal();
  const arrived = async () => {
    const query = '{ events(filter: { take: 500, direction: newer }) { nodes { id kind data } } }';
    return (await machine.controlPlane.ask(query)).events.nodes as { id: string; kind: string; data: object }[];
  };
  await until('all has arrived', async () => {
    const ids = new Set((await arrived()).map(({ id }) => id));
    return contents.unsent.events.every((id) => ids.has(id));
  });
  const told = (await arrived()).filter(({ kind }) => kind === 'upgrade.committed');
  expect(told.map(({ data }) => data)).toMatchObject([{ fromVersion: previous, targetVersion: good }]);
}, 60_000);

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

test('packages of the engine that are installed again, as by an upgrade, restart no node', async () => {
  const { box, nodes } = machine;
  const runOf = (unit: string) => box.do(`systemctl show -p MainPID --value ${unit}`);
  const [engine, containerd] = [await runOf('docker'), await runOf('containerd')];
  await box.do(`DEBIAN_FRONTEND=noninteractive dpkg -i --force-unsafe-io ${enginePackages}/*.deb`);
  // Debian's packages restart containerd under the engine, and leave the engine's own restart to the operator.
  expect(await runOf('docker')).toBe(engine);
  expect(await runOf('containerd')).not.toBe(containerd);
  const another = await nodes.create('made-after-the-upgrade');
  await nodes.untilPhase(another.id, 'running', 60_000);
  await nodes.remove(another.id);
  await nodes.untilPhase(machine.nodeId, 'running');
  expect(await machine.containers()).toBe(runs);
}, 120_000);

test('a power cut at the step “store” of a rollback to the previous release ends with one agent, and the store is again of the former form', async () => {
  await cutPowerIn('store');
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
  await cutPowerIn('start');
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

/** Rolls back from the later version to the previous release, with a power cut at a step. */
async function cutPowerIn(phase: 'store' | 'start'): Promise<void> {
  expect((await machine.status())?.version).toBe(good);
  const rollback = machine.box.run('satrap agent rollback --yes');
  await machine.untilPhase(phase);
  const atMs = Date.now();
  await machine.box.cut();
  await rollback;
  await machine.expectOneAgent(previous, { what: `power cut at the step “${phase}”`, atMs });
  await machine.untilEnded();
  await machine.expectOneAgent(previous);
}
