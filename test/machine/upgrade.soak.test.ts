import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../harness/until.ts';
import { enginePackages } from './box-image.ts';
import { withMigration } from './failing-versions.ts';
import { startUpgradeMachine, type UpgradeMachine } from './upgrade-machine.ts';

// What can go wrong with an upgrade that only a whole machine can show, before the switch and in switches from the previous release to this one and
// back, each of which changes the form of the store. The tests follow one another: each begins where the one before it ended. A switch is watched by
// the version that it begins with, so the previous release's watcher carries out what begins with that. It does not see a stop by an operator in the
// seconds in which it has the agent stopped itself, so that stop comes on the way back, which this release watches.

const good = '90.1.1';
let machine: UpgradeMachine;
let runs: string;
/** Of the later version's archive. */
let sizeBytes: number;

beforeAll(async () => {
  machine = await startUpgradeMachine(
    [
      {
        ...{ version: good, change: withMigration },
        // The rehearsal and the work on the store wait for as long as a test wants them to.
        begin: `hold() { while [ -e /var/lib/satrap/hold ]; do sleep 0.1; done; }
case "$*" in "agent rehearse"*) touch /var/lib/satrap/rehearsing; hold ;; "agent upgrade-store switch"*) hold ;; esac`,
      },
    ],
    { installed: 'previous' },
  );
  sizeBytes = await machine.publish(good);
  runs = await machine.containers();
}, 600_000);
afterAll(() => machine?.dispose(), 60_000);

const rollback = () => machine.box.run('satrap agent rollback --yes');
const eventKinds = async (): Promise<string[]> => {
  const query = '{ events(filter: { take: 500, direction: newer }) { nodes { kind } } }';
  const { events } = await machine.controlPlane.ask(query);
  return events.nodes.map(({ kind }: { kind: string }) => kind).filter((kind: string) => kind.startsWith('upgrade.'));
};

test('a read-only folder of versions fails an upgrade at its first step', async () => {
  const { box, first } = machine;
  // For the agent, systemd has mounted everything read-only: it cannot tell, and the watcher can.
  await box.do('mount --bind /opt/satrap /opt/satrap && mount -o remount,bind,ro /opt/satrap');
  await machine.ask(good);
  const reason = expect.stringMatching(/step “unpack” failed: .*read-only/i);
  expect(await machine.untilUpgraded()).toMatchObject({ state: 'failed', reason });
  await machine.untilEnded();
  await box.do('umount /opt/satrap');
  await machine.expectOneAgent(first);
}, 200_000);

test('an agent killed while fetching or rehearsing continues, reporting each step once', async () => {
  const { box, releases, first } = machine;
  const half = Math.floor(sizeBytes / 2);
  const { promise: isHalf, resolve } = Promise.withResolvers<void>();
  releases.cutAfter(half, () => resolve());
  await box.do('touch /var/lib/satrap/hold && chown satrap /var/lib/satrap/hold');
  const toldBefore = (await eventKinds()).length;
  await machine.ask(good);
  await isHalf;
  const part = '/var/lib/satrap/upgrade/fetch';
  await until('half of it is there', async () => Number((await box.run(`du -sb ${part} | cut -f1`)).text) >= half);
  let atMs = await machine.kill('satrap-agent');
  await machine.expectOneAgent(first, { what: 'killed while fetching', atMs });
  await until(
    'the rehearsal runs',
    async () => (await box.run('test -e /var/lib/satrap/rehearsing')).code === 0,
    120_000,
  );
  expect(Number(/^bytes=(\d+)-$/.exec(releases.ranges.at(-1) ?? '')?.[1])).toBeGreaterThan(0);
  // With the rehearsal, which is a child of the agent.
  await box.do('rm /var/lib/satrap/rehearsing');
  await box.run('pkill -KILL -f "agent rehears[e]"');
  atMs = await machine.kill('satrap-agent');
  await machine.expectOneAgent(first, { what: 'killed while rehearsing', atMs });
  await box.do('rm -f /var/lib/satrap/hold');
  expect(await machine.untilUpgraded()).toEqual({ state: 'committed', reason: null, endedAt: expect.any(String) });
  await machine.untilEnded();
  await machine.expectOneAgent(good);
  expect(await machine.containers()).toBe(runs);
  const steps = ['fetching', 'fetched', 'rehearsing', 'rehearsed', 'switching', 'judging', 'committed'];
  await until('the end is told', async () => (await eventKinds()).includes('upgrade.committed'));
  expect((await eventKinds()).slice(toldBefore)).toEqual(steps.map((step) => `upgrade.${step}`));
}, 300_000);

test('obeys an operator who stops the agent during a switch, and blames no version', async () => {
  const { box, first } = machine;
  const isObeyed = async (times: number) => {
    await until('the watcher says that somebody stopped it', async () => {
      const said = await box.do('journalctl -u satrap-agent-upgrade -o cat --no-pager');
      return said.split('the agent was stopped by someone').length - 1 === times;
    });
    expect(await box.do('systemctl show -p ActiveState --value satrap-agent')).toBe('inactive');
    expect(await box.do('readlink /opt/satrap/current')).toBe(`versions/${first}`);
  };
  await box.do('touch /var/lib/satrap/hold');
  const switched = rollback();
  await machine.untilPhase('store');
  await until('the agent rests', async () => /inactive/.test((await box.run('systemctl is-active satrap-agent')).text));
  await box.do('systemctl stop satrap-agent && rm /var/lib/satrap/hold');
  await isObeyed(1);
  await box.do('systemctl start satrap-agent');
  await machine.expectOneAgent(first);
  await box.do('systemctl stop satrap-agent');
  await isObeyed(2);
  await box.do('systemctl start satrap-agent');
  expect(await switched).toMatchObject({ code: 0, text: expect.stringContaining(`${first} runs`) });
  await machine.expectOneAgent(first);
  expect((await box.run('systemctl is-active satrap-agent-switch')).text).toMatch(/inactive/);
}, 200_000);

test('an orderly reboot at the step “store” of a rollback ends with one agent', async () => {
  const { box, first } = machine;
  const switched = rollback();
  await machine.untilPhase('store');
  const atMs = Date.now();
  await box.reboot();
  await switched;
  await machine.expectOneAgent(first, { what: 'orderly reboot at the step “store”', atMs });
  await machine.untilEnded();
  await machine.expectOneAgent(first);
  // The node began another run with its machine.
  runs = await machine.containers();
}, 200_000);

test('a disk that is full when the store is copied keeps the previous version running', async () => {
  const { box, first } = machine;
  const folder = '/var/lib/satrap/upgrade/store';
  await box.do(`mount -t tmpfs -o size=16k,mode=700,uid=$(id -u satrap) tmpfs ${folder}`);
  const { code, text } = await rollback();
  await box.do(`umount ${folder}`);
  expect([code, text]).toEqual([1, expect.stringMatching(/step “store” failed: [\s\S]*full/)]);
  await machine.expectOneAgent(first);
  expect(await machine.containers()).toBe(runs);
}, 200_000);

test('a clock that is set back by a day, again and again, changes nothing of a switch', async () => {
  const { box } = machine;
  await box.copyIn(join(import.meta.dirname, '../harness/stepped-clock.ts'), '/opt/stepped-clock.ts');
  await box.do('echo 0 >/opt/clock');
  for (const unit of ['satrap-agent', 'satrap-agent-upgrade'])
    await box.do(
      `mkdir -p /run/systemd/system/${unit}.service.d && cat >/run/systemd/system/${unit}.service.d/clock.conf`,
      '[Service]\nEnvironment=NODE_OPTIONS=--import=/opt/stepped-clock.ts SATRAP_TEST_CLOCK=/opt/clock\n',
    );
  await box.do('chmod 644 /opt/clock /opt/*.ts; systemctl daemon-reload');
  const switched = rollback();
  for (const [index, phase] of ['stop', 'judge'].entries()) {
    await machine.untilPhase(phase);
    await box.do(`echo ${(index + 1) * -86_400_000} >/opt/clock`);
  }
  expect(await switched).toMatchObject({ code: 0, text: expect.stringContaining(`${good} runs`) });
  await box.do('rm -r /run/systemd/system/satrap-agent*.d; systemctl daemon-reload; systemctl restart satrap-agent');
  await machine.expectOneAgent(good);
}, 200_000);

test('retries the previous version until it works if neither version starts', async () => {
  const { box, first } = machine;
  const programs = [first, good].map((version) => `/opt/satrap/versions/${version}/bin/satrap`);
  for (const program of programs)
    await box.do(
      `cp ${program} ${program}.whole && sed -i '1a case "$*" in "agent run") echo "no flux" >\\&2; exit 1 ;; esac' ${program}`,
    );
  const { code, text } = await rollback();
  expect([code, text]).toEqual([1, expect.stringMatching(/exited 3 times: exit code 1[\s\S]*does not respond either/)]);
  const atMs = Date.now();
  for (const program of programs) await box.do(`mv ${program}.whole ${program}`);
  await machine.expectOneAgent(good, { what: 'programs mended', atMs });
  expect(await machine.containers()).toBe(runs);
}, 200_000);

test('the doctor names units of another version, and an installation replaces them', async () => {
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
});

test('reinstalling the engine’s packages restarts no node', async () => {
  const { box, nodes } = machine;
  const runOf = (unit: string) => box.do(`systemctl show -p MainPID --value ${unit}`);
  const [engine, containerd] = [await runOf('docker'), await runOf('containerd')];
  await box.do(`DEBIAN_FRONTEND=noninteractive dpkg -i --force-unsafe-io ${enginePackages}/*.deb`);
  // Debian's packages restart containerd under the engine, and leave the engine's own restart to the operator.
  expect(await runOf('docker')).toBe(engine);
  expect(await runOf('containerd')).not.toBe(containerd);
  const another = await nodes.create('made-after-the-upgrade');
  await nodes.untilPhase(another.id, 'running');
  await nodes.remove(another.id);
  await nodes.untilPhase(machine.nodeId, 'running');
  expect(await machine.containers()).toBe(runs);
});

test('power cuts at the steps “store” and “start” of a rollback leave one agent', async () => {
  const { box, controlPlane, first } = machine;
  for (const phase of ['store', 'start']) {
    if (phase === 'start') {
      await controlPlane.stop();
      const { code, text } = await rollback();
      await controlPlane.serve();
      expect([code, text]).toEqual([0, expect.stringContaining(`${good} runs`)]);
      await machine.expectOneAgent(good);
    }
    expect((await machine.status())?.version).toBe(good);
    const switched = rollback();
    await machine.untilPhase(phase);
    const atMs = Date.now();
    await box.cut();
    await switched;
    await machine.expectOneAgent(first, { what: `power cut at the step “${phase}”`, atMs });
    await machine.untilEnded();
    await machine.expectOneAgent(first);
  }
}, 600_000);

test('an agent uninstalled during the rollback of a rollback leaves nothing behind', async () => {
  const switched = rollback();
  await machine.untilPhase('judge');
  await machine.box.do('satrap agent uninstall --yes');
  await switched;
  for (const path of ['/opt/satrap', '/var/lib/satrap', '/var/lib/satrap-upgrade'])
    expect([path, (await machine.box.run(`test -e ${path}`)).code]).toEqual([path, 1]);
  expect(
    await machine.box.do('systemctl list-unit-files --no-legend "satrap*"; pgrep -fa "[m]ain.mjs|[a]gent.cjs" || true'),
  ).toBe('');
}, 200_000);
