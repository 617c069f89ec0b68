import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { TestControlPlane } from '../harness/control-plane.ts';
import { TestNodes } from '../harness/nodes.ts';
import { releaseFiles } from '../harness/release-files.ts';
import { satrap } from '../harness/satrap.ts';
import { makeSigningKey } from '../harness/signing-key.ts';
import { until } from '../harness/until.ts';
import { Box } from './box.ts';
import { ensureBoxImage } from './box-image.ts';
import { dockerHostOfTests } from './docker-host.ts';
import { forwardFromContainers } from './forwarder.ts';

// One machine, on which these tests follow one another, as an operator's days do.

const ends = new AsyncDisposableStack();
let controlPlane: TestControlPlane;
let box: Box;
let nodes: TestNodes;
let url: string;
/** The node that lives through all of it. */
let nodeId: string;

beforeAll(async () => {
  ends.use(dockerHostOfTests());
  await ensureBoxImage(AbortSignal.timeout(240_000));
  const release = ends.use(await releaseFiles(makeSigningKey()));
  controlPlane = await TestControlPlane.start();
  ends.defer(() => controlPlane.destroy());
  const way = ends.use(await forwardFromContainers(controlPlane.settings.port));
  url = `http://${way.host}:${way.port}/graphql`;
  box = await Box.boot();
  ends.defer(() => box.destroy());
  await box.copyIn(release.folder, '/root/release');
  const image = inject('clientImages')['28.1'] ?? '';
  await box.loadImage(image);
  await box.do(
    'mkdir -p /etc/satrap && cat >/etc/satrap/agent.toml',
    `allow_regtest = true\n[images]\n"28.1" = "${image}"\n`,
  );
}, 600_000);
afterAll(() => ends.disposeAsync(), 60_000);

const agentPid = () => box.do('systemctl show -p MainPID --value satrap-agent');
const isOnline = async () => {
  const { executors } = await controlPlane.ask('{ executors { id name status } }');
  return executors.find(({ name, status }: { name: string; status: string }) => name === 'box' && status === 'online');
};
/** When the node's container began its run, and its id. */
const container = () => box.do(`docker inspect -f '{{.Id}} {{.State.StartedAt}}' satrap-${nodeId}`);

test('a release is installed in one line, without a Node on the machine, and is online when the command ends', async () => {
  expect((await box.run('command -v node npm')).code).not.toBe(0);
  const { stdout } = await satrap(['executors', 'token', '--url', controlPlane.url], {
    SATRAP_API_KEY: controlPlane.personalKey,
  });
  await box.do('cat >/root/token && chmod 600 /root/token', stdout.trim());
  const install = `sh /root/release/install.sh -- --url ${url} --token-file /root/token`;
  const refused = await box.run(install);
  expect(refused).toMatchObject({ code: 2, text: expect.stringContaining('--insecure-http') });
  const unfit = await box.run(`${install} --insecure-http --docker-socket /run/nothing.sock`);
  expect(unfit).toMatchObject({
    code: 1,
    text: expect.stringMatching(/nothing was changed[\s\S]*apt-get install docker/),
  });
  expect((await box.run('getent passwd satrap || test -e /var/lib/satrap')).code).not.toBe(0);
  const text = await box.do(`${install} --insecure-http`);
  expect(text).toMatch(/checking its hash and its signature[\s\S]*box is online at/);
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
  expect(await box.do('cat /var/lib/satrap/executor.key')).toBe(key);
});

test('a node is deployed, and the journal has the agent’s lines as text with priorities', async () => {
  nodeId = (await nodes.create('housed')).id;
  await nodes.untilPhase(nodeId, 'running', 90_000);
  expect(await box.do('journalctl -u satrap-agent -o cat')).toContain('agent starting');
  expect(await box.do('journalctl -u satrap-agent -p warning -o cat -n 1000')).not.toContain('agent starting');
});

test('the doctor finds nothing that keeps this machine from working, and names what could be better', async () => {
  const findings: { check: string; level: string }[] = JSON.parse(await box.do('satrap agent doctor --json'));
  expect(findings.filter(({ level }) => level === 'problem')).toEqual([]);
  expect(findings).toContainEqual(expect.objectContaining({ check: 'stop time', level: 'warning' }));
  expect(findings).toContainEqual(expect.objectContaining({ check: 'agent', level: 'ok' }));
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

test('after a reboot the node runs, the agent is online, and both say why', async () => {
  const [id = ''] = (await container()).split(' ');
  await box.reboot();
  // The kernel of this machine is its host's, whose boot id the agent sees: to it, the engine alone was restarted.
  await until(
    'the agent tells of the reboot',
    async () => {
      const { events } = await controlPlane.ask('{ events(filter: { take: 100 }) { nodes { kind } } }');
      return events.nodes.some(({ kind }: { kind: string }) => kind === 'executor.engine-restarted');
    },
    60_000,
  );
  await nodes.untilPhase(nodeId, 'running', 60_000);
  expect(await container()).toContain(id);
  expect(await isOnline()).toBeTruthy();
  const startOf = async (unit: string, property: string) =>
    Number(await box.do(`systemctl show -p ${property}TimestampMonotonic --value ${unit}`));
  expect(await startOf('satrap-agent', 'ExecMainStart')).toBeGreaterThan(await startOf('docker', 'ActiveEnter'));
});

test('an engine that is restarted, as by an upgrade of its package, is noticed, and nobody takes it for a fault of the node', async () => {
  const [id = '', startedAt = ''] = (await container()).split(' ');
  const since = new Date().toISOString();
  const kindsSince = async (from: string) => {
    const query = 'query($from: DateTime!) { events(filter: { take: 200, from: $from }) { nodes { kind level } } }';
    const { events } = await controlPlane.ask(query, { from });
    return events.nodes as { kind: string; level: string }[];
  };
  await box.do('systemctl restart docker');
  await until(
    'the agent tells of the restart',
    async () => (await kindsSince(since)).some(({ kind }) => kind === 'executor.engine-restarted'),
    60_000,
  );
  await until('the node has begun another run', async () => !(await container()).includes(startedAt), 60_000);
  await nodes.untilPhase(nodeId, 'running', 60_000);
  expect(await container()).toContain(id);
  const alarms = (await kindsSince(since)).filter(({ level, kind }) => level === 'error' && kind.startsWith('node.'));
  expect(alarms).toEqual([]);

  // With live-restore, as the doctor advises, the node does not even notice.
  await box.do('echo \'{ "live-restore": true }\' >/etc/docker/daemon.json && systemctl reload docker');
  const before = await container();
  const again = new Date().toISOString();
  await box.do('systemctl restart docker');
  await until(
    'the engine is back for the agent',
    async () => (await kindsSince(again)).some(({ kind }) => kind === 'executor.engine-back'),
    60_000,
  );
  await nodes.untilPhase(nodeId, 'running', 60_000);
  expect(await container()).toBe(before);
});

test('an uninstalled agent leaves its node running and named, and nothing else', async () => {
  const before = await container();
  expect(await box.run('satrap agent uninstall --yes --remove-data other')).toMatchObject({
    code: 2,
    text: expect.stringContaining('the executor here is box, not other'),
  });
  expect(await isOnline()).toBeTruthy();
  const text = await box.do('satrap agent uninstall --yes');
  const { executors } = await controlPlane.ask('{ executors { name status uninstalledAt } }');
  expect(executors).toEqual([{ name: 'box', status: 'offline', uninstalledAt: expect.any(String) }]);
  expect(text).toContain(`container satrap-${nodeId} (node housed), running`);
  expect(text).toContain(`volume satrap-${nodeId}, with chain data`);
  expect(await container()).toBe(before);
  for (const path of [
    '/opt/satrap',
    '/var/lib/satrap',
    '/etc/satrap/agent.toml',
    '/etc/systemd/system/satrap-agent.service',
  ])
    expect([path, (await box.run(`test -e ${path}`)).code]).toEqual([path, 1]);
  expect((await box.run('command -v satrap; getent passwd satrap')).text).toBe('');
});
