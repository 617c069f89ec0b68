import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestControlPlane } from '../harness/control-plane.ts';
import { TestNodes } from '../harness/nodes.ts';
import { until } from '../harness/until.ts';
import type { Box } from './box.ts';
import { enginePackages } from './box-image.ts';
import { EngineMachine } from './engine-machine.ts';
import { containerOf, expectRestartTold, expectRestartUnnoticed, toldSince } from './engine-restart.ts';

// One machine, on which these tests follow one another, as an operator's days do.

let machine: EngineMachine;
let controlPlane: TestControlPlane;
let box: Box;
let nodes: TestNodes;
/** The node that lives through all of it. */
let nodeId: string;

beforeAll(async () => {
  machine = await EngineMachine.start();
  ({ box, controlPlane } = machine);
  await box.copyIn(machine.release.folder, '/root/release');
  await box.do(
    'umask 077; mkdir -p /etc/satrap && cat >/etc/satrap/agent.toml',
    `allow_regtest = true\n[images.bitcoind]\n"28.1" = "${machine.clientImage}"\n`,
  );
}, 600_000);
afterAll(() => machine?.[Symbol.asyncDispose](), 60_000);

const agentPid = () => box.do('systemctl show -p MainPID --value satrap-agent');
const isOnline = async () => {
  const { executors } = await controlPlane.ask('{ executors { id name status } }');
  return executors.find(({ name, status }: { name: string; status: string }) => name === 'box' && status === 'online');
};
const eventsSince = (from: string) => toldSince({ machine }, from);
/** When the node's container began its run, and its id. */
const container = () => containerOf({ machine, nodeId });

test('a release is installed in one line, without a Node on the machine, and is online when the command ends', async () => {
  expect((await box.run('command -v node npm')).code).not.toBe(0);
  await box.do('cat >/root/token && chmod 600 /root/token', await machine.newToken());
  // As on a hardened host.
  const install = `umask 027; sh /root/release/install.sh -- --url ${machine.url} --token-file /root/token`;
  const refused = await box.run(install);
  expect(refused).toMatchObject({ code: 2, text: expect.stringContaining('--insecure-http') });
  const unfit = await box.run(`${install} --insecure-http --docker-socket /run/nothing.sock`);
  expect(unfit).toMatchObject({
    code: 1,
    text: expect.stringMatching(/nothing was changed[\s\S]*apt-get install docker/),
  });
  expect((await box.run('getent passwd satrap || test -e /var/lib/satrap')).code).not.toBe(0);
  const text = await box.do(`${install} --insecure-http`);
  expect(text).toMatch(/verifying hash and signature[\s\S]*box is online at/);
  const executor = await isOnline();
  expect(executor).toBeTruthy();
  nodes = new TestNodes(controlPlane, executor.id);
});

test('the agent runs as a user of its own, in a unit that exposes little, and is started at each boot', async () => {
  expect(await box.do('ps -o user= -p $(systemctl show -p MainPID --value satrap-agent)')).toBe('satrap');
  expect(await box.do('systemctl is-enabled satrap-agent')).toBe('enabled');
  const exposure = await box.do('systemd-analyze security --no-pager satrap-agent | tail -1');
  expect(Number(/level for satrap-agent.service: ([\d.]+)/.exec(exposure)?.[1])).toBeLessThanOrEqual(2);
  expect(await box.do('stat -c "%U %a" /var/lib/satrap /var/lib/satrap/executor.key')).toBe('satrap 700\nsatrap 600');
  expect(await box.do('readlink /opt/satrap/current /usr/local/bin/satrap')).toMatch(
    /^versions\/.*\n\/opt\/satrap\/current\//,
  );
});

test('a second installation changes nothing, and needs no token', async () => {
  const key = await box.do('cat /var/lib/satrap/executor.key');
  expect(await box.do('satrap agent install')).toContain('box is online');
  expect(await box.run('satrap agent install --url https://other.example.com/graphql')).toMatchObject({
    code: 2,
    text: expect.stringContaining('add --token-file'),
  });
  expect(await box.do('cat /var/lib/satrap/executor.key')).toBe(key);
});

test('an installation that ends without the agent being online says what stands in the way', async () => {
  machine.api.break({ kind: 'answer', status: 503, type: 'text/plain', body: 'not now' });
  const refused = await box.run('satrap agent install');
  expect(refused).toMatchObject({ code: 1, text: expect.stringMatching(/nothing was changed[\s\S]*HTTP 503/) });
  const { code, text } = await box.run('satrap agent install --ignore-problems --wait 15');
  machine.api.heal();
  expect([code, text]).toEqual([
    1,
    expect.stringMatching(
      /waiting: .*503[\s\S]*the agent is installed, but not online after \d+ s: [\s\S]*503[\s\S]*journalctl -u satrap-agent/,
    ),
  ]);
  const dropIn = '/run/systemd/system/satrap-agent.service.d';
  await box.do(`mkdir -p ${dropIn} && cat >${dropIn}/none.conf`, '[Service]\nExecStart=\nExecStart=/root/satrap\n');
  expect(await box.run('satrap agent install --wait 600')).toMatchObject({
    code: 1,
    text: expect.stringMatching(/it exits after each start: .*\/root\/satrap/),
  });
  await box.do(`rm -r ${dropIn}`);
  expect(await box.do('satrap agent install')).toContain('box is online');
});

test('a node is deployed, and the journal has the agent’s lines as text with priorities', async () => {
  nodeId = (await nodes.create('housed')).id;
  await nodes.untilPhase(nodeId, 'running', 90_000);
  expect(await box.do('journalctl -u satrap-agent -o cat')).toContain('starting agent');
  expect(await box.do('journalctl -u satrap-agent -p warning -o cat -n 1000')).not.toContain('starting agent');
});

test('the doctor finds nothing that keeps this machine from working, and names what could be better', async () => {
  const findings: { check: string; level: string }[] = JSON.parse(await box.do('satrap agent doctor --json'));
  expect(findings.filter(({ level }) => level === 'problem')).toEqual([]);
  expect(findings).toContainEqual(expect.objectContaining({ check: 'stop time', level: 'warning' }));
  for (const check of ['agent', 'units'])
    expect(findings).toContainEqual(expect.objectContaining({ check, level: 'ok' }));
});

test('an agent that hangs is restarted by the watchdog, and its node runs on', async () => {
  const before = await container();
  const dropIn = '/run/systemd/system/satrap-agent.service.d';
  await box.do(
    `mkdir -p ${dropIn} && printf '[Service]\\nWatchdogSec=4\\n' >${dropIn}/quick.conf && systemctl daemon-reload && systemctl restart satrap-agent`,
  );
  const hung = await agentPid();
  await box.do(`kill -STOP ${hung}`);
  await until('another agent runs', async () => !['0', hung].includes(await agentPid()), 60_000);
  expect(await box.do('journalctl -u satrap-agent -o cat')).toMatch(/Watchdog timeout/);
  await box.do(`rm -r ${dropIn} && systemctl daemon-reload && systemctl restart satrap-agent`);
  await until('it is online', isOnline);
  expect(await container()).toBe(before);
});

test('a key that only root can read reaches the agent as a credential', async () => {
  await box.do(
    'umask 077; mv /var/lib/satrap/executor.key /etc/satrap/executor.key; chown root /etc/satrap/executor.key',
  );
  await box.do('systemctl restart satrap-agent');
  const since = new Date().toISOString();
  await until('it syncs', async () => {
    const { code, text } = await box.run('runuser -u satrap -- satrap agent status --json');
    return code === 0 && JSON.parse(text).lastSync.succeededAt > since;
  });
  await box.do(
    'install -m 600 -o satrap /etc/satrap/executor.key /var/lib/satrap/executor.key; rm /etc/satrap/executor.key',
  );
  await box.do('systemctl restart satrap-agent');
});

test('an orderly reboot ends the agent before its engine, and the agent is online again before its engine runs', async () => {
  const [id = ''] = (await container()).split(' ');
  const since = new Date().toISOString();
  const dropIn = '/etc/systemd/system/docker.service.d';
  await box.do(
    `mkdir -p ${dropIn} && cat >${dropIn}/held.conf && systemctl daemon-reload`,
    '[Service]\nExecStartPre=/bin/sh -c "until [ -e /run/may-start ]; do sleep 0.1; done"\n',
  );
  const rebooting = box.reboot();
  await until(
    'the agent of this boot sends a heartbeat',
    async () => {
      const { code, text } = await box.run('satrap agent status --json');
      if (code !== 0) return false;
      const { startedAt, lastSync } = JSON.parse(text);
      return startedAt > since && lastSync.succeededAt !== null;
    },
    60_000,
  );
  expect((await box.run('systemctl is-active docker')).text.trim()).toBe('activating');
  await box.do(`rm ${dropIn}/held.conf; touch /run/may-start`);
  await rebooting;
  // The kernel of this machine is its host's, whose boot id the agent sees: that systemd was started again tells.
  await until(
    'the agent tells of the reboot',
    async () => (await eventsSince(since)).some(({ kind }) => kind === 'executor.host-restarted'),
    60_000,
  );
  expect((await eventsSince(since)).map(({ kind }) => kind)).not.toContain('executor.engine-restarted');
  await nodes.untilPhase(nodeId, 'running', 60_000);
  expect(await container()).toContain(id);
  expect(await isOnline()).toBeTruthy();
  const alarms = (await eventsSince(since)).filter(({ level, kind }) => level === 'error' || kind === 'node.exited');
  expect(alarms).toEqual([]);
  const said = await box.do('journalctl -b -1 _PID=1 -o cat --no-pager');
  const ends = ['Stopped satrap-agent.service', 'Stopping docker.service'].map((text) => said.lastIndexOf(text));
  expect(ends[0]).toBeGreaterThan(0);
  expect(ends[1]).toBeGreaterThan(ends[0] ?? 0);
}, 120_000);

test('packages of the engine that are installed again, as by an upgrade, restart no node', async () => {
  const before = await container();
  const runOf = (unit: string) => box.do(`systemctl show -p MainPID --value ${unit}`);
  const [engine, containerd] = [await runOf('docker'), await runOf('containerd')];
  await box.do(`DEBIAN_FRONTEND=noninteractive dpkg -i --force-unsafe-io ${enginePackages}/*.deb`);
  // Debian's packages restart containerd under the engine, and leave the engine's own restart to the operator.
  expect(await runOf('docker')).toBe(engine);
  expect(await runOf('containerd')).not.toBe(containerd);
  const another = await nodes.create('made-after-the-upgrade');
  await nodes.untilPhase(another.id, 'running', 60_000);
  await nodes.delete(another.id);
  await nodes.untilGone(another.id);
  await nodes.untilPhase(nodeId, 'running');
  expect(await container()).toBe(before);
});

test('an engine that is restarted, as by an upgrade of its package, is noticed, and nobody takes it for a fault of the node', async () => {
  await expectRestartTold({ machine, nodes, nodeId });
  await expectRestartUnnoticed({ machine, nodes, nodeId });
});

test('an uninstalled agent leaves its node running and named, and nothing else', async () => {
  const before = await container();
  expect(await box.run('satrap agent uninstall --yes --remove-data other')).toMatchObject({
    code: 2,
    text: expect.stringContaining('this host is box, not other'),
  });
  expect(await isOnline()).toBeTruthy();
  const text = await box.do('satrap agent uninstall --yes');
  const { executors } = await controlPlane.ask('{ executors { name status uninstalledAt } }');
  expect(executors).toEqual([{ name: 'box', status: 'offline', uninstalledAt: expect.any(String) }]);
  expect(text).toContain(`container satrap-${nodeId} (node housed), running`);
  expect(text).toContain(`volume satrap-${nodeId}, with chain data`);
  expect(await container()).toBe(before);
  expect(text).toContain('Kept /etc/satrap/agent.toml');
  for (const path of ['/opt/satrap', '/var/lib/satrap'])
    expect([path, (await box.run(`test -e ${path}`)).code]).toEqual([path, 1]);
  expect((await box.run('command -v satrap; getent passwd satrap')).text).toBe('');
  expect(
    await box.do('systemctl list-unit-files --no-legend "satrap*"; systemctl list-units --no-legend "satrap*"'),
  ).toBe('');
});

test('an installation after it needs a token alone, with its settings from before, and takes the node over', async () => {
  const words = 'sh /root/release/install.sh -- --token-file /root/token';
  await box.do('printf "satrap_e_made-up" >/root/token');
  expect(await box.run(words)).toMatchObject({ code: 1, text: expect.stringContaining('satrap hosts token') });
  await box.do(': >/root/token');
  expect(await box.run(words)).toMatchObject({ code: 2, text: expect.stringContaining('/root/token is empty') });
  expect((await box.run('getent passwd satrap || test -e /var/lib/satrap')).code).not.toBe(0);
  await box.do('cat >/root/token', await machine.newToken('--name', 'box'));
  const text = await box.do(words);
  expect(text).toMatch(/! other nodes: .*\n +keep them[\s\S]*box is online/);
  await nodes.untilPhase(nodeId, 'running', 90_000);
});

test('a key that is lost is named at the start, with what brings another one', async () => {
  await box.do('systemctl stop satrap-agent; rm -rf /var/lib/satrap/*');
  await box.run('systemctl start satrap-agent');
  await until('it says so', async () =>
    (await box.do('journalctl -u satrap-agent -o cat -n 20')).includes('satrap hosts token'),
  );
  await box.do('cat >/root/token', await machine.newToken('--name', 'box'));
  expect(await box.do('satrap agent install --token-file /root/token')).toContain('box is online');
  await nodes.untilPhase(nodeId, 'running', 90_000);
});

test('an uninstallation that removes chain data deletes the node for the control plane as well', async () => {
  const text = await box.do('satrap agent uninstall --yes --purge --remove-data box');
  expect(text).toContain('No nodes and no chain data remain');
  expect((await controlPlane.ask('{ nodes { id } }')).nodes).toEqual([]);
  expect((await box.run('test -e /etc/satrap/agent.toml')).code).toBe(1);
});
