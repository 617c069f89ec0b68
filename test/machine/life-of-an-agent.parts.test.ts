import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownVersion } from '../../src/version.ts';
import { until } from '../harness/until.ts';
import type { Box } from './box.ts';
import { documented, type Examples, runDocumented } from './documented.ts';
import { containerOf, expectRestartTold, expectRestartUnnoticed, toldSince, untilTold } from './engine-restart.ts';
import { crashing, expectFound, withMigration } from './failing-versions.ts';
import { expectKept, fillStore, readStore, type StoreContents } from './filled-store.ts';
import { startUpgradeMachine, type UpgradeMachine } from './upgrade-machine.ts';

// These tests run in order on one machine, as an operator's days do: a release is installed with one command, upgraded, rolled back, restarted in
// each way, uninstalled and installed again. The soak tests other ways in which an upgrade fails.

const previous = ownVersion();
const next = '90.9.0';
/** With this file, each command of the next version hangs, and its service as well. */
const hangs = '/run/next-hangs';
const dropIn = '/run/systemd/system/satrap-agent.service.d';
let machine: UpgradeMachine;
let box: Box;
/** The node that lives through all of it. */
let nodeId: string;
let contents: StoreContents;
let runs: string;
/** The gateway's process. */
let gatewayPid: string;

beforeAll(async () => {
  // The soak upgrades to a version with a Node of its own, which is most of an archive.
  const node = `/opt/satrap/versions/${previous}/bin/node`;
  machine = await startUpgradeMachine([
    { version: next, change: withMigration, node, begin: `[ ! -e ${hangs} ] || exec sleep 1000` },
    crashing.release,
  ]);
  ({ box, nodeId } = machine);
}, 600_000);
afterAll(() => machine?.dispose(), 60_000);

const agentPid = () => box.do('systemctl show -p MainPID --value satrap-agent');
const isOnline = async () => {
  const { executors } = await machine.controlPlane.ask('{ executors { name status } }');
  return executors.some(({ name, status }: { name: string; status: string }) => name === 'box' && status === 'online');
};
const untilSynced = () => machine.untilRuns(machine.executorId, previous, Date.now());
/** Runs a block of the page on endpoints, as pasted by root who is signed in. Each of its commands must succeed. */
const pasted = (key: string, examples?: Examples): Promise<string> => {
  const signIn = `SATRAP_URL=${machine.url} SATRAP_API_KEY=${machine.controlPlane.personalKey}`;
  return runDocumented(box, key, examples, { by: `${signIn} sh -e block.sh` });
};
const gatewayState = async () => (await box.run('systemctl is-active satrap-gateway')).text.trim();
const pidOfGateway = () => box.do('systemctl show -p MainPID --value satrap-gateway');
const untilGateway = () => until('the gateway runs', async () => (await gatewayState()) === 'active', 60_000);
/** Waits until a call of the consumer is answered with an HTTP status. TLS has the operator's certificate. */
const untilStatus = (status: string, scheme = 'https') => {
  const words = '-s -o /dev/null -w "%{http_code}" --cacert /etc/satrap/tls/cert.pem';
  const call = `--user "electrs:$(cat /root/electrs.secret)" --data '{"id": 1, "method": "getblockcount", "params": []}'`;
  const said = async () => (await box.run(`curl ${words} ${scheme}://127.0.0.1:8330/ ${call}`)).text.trim();
  return until(`the call is answered with ${status}`, async () => (await said()) === status, 60_000, 500);
};
const isInstalled = async () => (await box.run('getent passwd satrap || test -e /var/lib/satrap')).code === 0;

/** Expects one agent, of this version, which left every container of a node alone, the gateway, and every word of the store. */
async function expectSwitched(version: string): Promise<void> {
  await machine.untilEnded();
  await machine.expectOneAgent(version);
  expect(await machine.containers()).toBe(runs);
  expect(await pidOfGateway()).toBe(gatewayPid);
  const now = await readStore(machine);
  expectKept(contents, now);
  contents = now;
}

test('one command installs an agent without Node, as its own user', async () => {
  expect((await box.run('command -v node npm')).code).not.toBe(0);
  expect(await box.do('ps -o user= -p $(systemctl show -p MainPID --value satrap-agent)')).toBe('satrap');
  expect(await box.do('systemctl is-enabled satrap-agent')).toBe('enabled');
  const exposure = await box.do('systemd-analyze security --no-pager satrap-agent | tail -1');
  expect(Number(/level for satrap-agent.service: ([\d.]+)/.exec(exposure)?.[1])).toBeLessThanOrEqual(2);
  expect(await box.do('stat -c "%U %a" /var/lib/satrap /var/lib/satrap/executor.key')).toBe('satrap 700\nsatrap 600');
  expect(await box.do('readlink /opt/satrap/current /usr/local/bin/satrap')).toMatch(
    /^versions\/.*\n\/opt\/satrap\/current\//,
  );
  expect(await box.do('journalctl -u satrap-agent -o cat')).toContain('starting agent');
  expect(await box.do('journalctl -u satrap-agent -p warning -o cat -n 1000')).not.toContain('starting agent');
  const findings: { check: string; level: string }[] = JSON.parse(await box.do('satrap agent doctor --json'));
  expect(findings.filter(({ level }) => level === 'problem')).toEqual([]);
  expect(findings).toContainEqual(expect.objectContaining({ check: 'stop time', level: 'warning' }));
  for (const check of ['agent', 'units'])
    expect(findings).toContainEqual(expect.objectContaining({ check, level: 'ok' }));
  // A second installation changes nothing, and needs no token.
  const key = await box.do('cat /var/lib/satrap/executor.key');
  expect(await box.do('satrap agent install')).toContain('box is online');
  // Another control plane must accept the host's key.
  const elsewhere = await box.run('satrap agent install --url https://other.example.com/graphql --ignore-problems');
  expect(elsewhere).toMatchObject({ code: 1, text: expect.stringContaining('nothing was changed') });
  expect(await box.do('satrap agent install')).toContain('box is online');
  expect(await box.do('cat /var/lib/satrap/executor.key')).toBe(key);
});

test('the gateway starts once the agent has settings for it, and answers a consumer', async () => {
  expect(await gatewayState()).toBe('inactive');
  const cli = `#!/bin/sh\nexec docker run --rm -i --network host ${machine.clientImage} bitcoin-cli -regtest "$@"\n`;
  await box.do('install -m 755 /dev/stdin /usr/local/bin/bitcoin-cli', cli);
  await pasted('nodes/endpoints.md#create-an-endpoint-and-a-consumer', {
    ...{ '--network mainnet': '--network regtest', '--host host-1': '--host box' },
    ' --node alpha --node beta': ' --node housed',
  });
  await untilGateway();
  await untilStatus('200', 'http');
  const answers = await pasted('nodes/endpoints.md#create-an-endpoint-and-a-consumer/2');
  expect(answers.match(/"chain": ?"regtest"/g)).toHaveLength(2);
  gatewayPid = await pidOfGateway();
}, 200_000);

test(`detects a version that ${crashing.fault}, and runs the previous one again`, async () => {
  contents = await fillStore(machine);
  runs = await machine.containers();
  await expectFound(machine, crashing);
}, 300_000);

test('upgrades the previous release to another store format, and nodes keep running', async () => {
  await machine.timed('upgrade, from the request to the end', async () => {
    expect(await machine.upgrade(next)).toMatchObject({ state: 'committed' });
  });
  await expectSwitched(next);
  expect(await box.do('ls -A /opt/satrap/versions')).toBe([previous, next].toSorted().join('\n'));
  expect(await box.do('readlink /opt/satrap/former /opt/satrap/watcher')).toBe(
    `versions/${previous}\nversions/${next}`,
  );
}, 200_000);

test('a manual rollback survives kills of agent and watcher, and loses nothing', async () => {
  const rollback = box.do(documented('hosts/upgrades.md#roll-back', { rollback: 'rollback --yes' }));
  await machine.untilPhase('store');
  await machine.kill('satrap-agent-upgrade', 'satrap-agent');
  await machine.untilPhase('judge');
  const atMs = await machine.kill('satrap-agent-upgrade', 'satrap-agent');
  await machine.expectOneAgent(previous, { what: 'agent and watcher killed in the judgement', atMs });
  expect(await rollback).toContain(`now running ${previous}`);
  await expectSwitched(previous);
  machine.api.heal();
  const query = '{ events(filter: { take: 500, direction: newer }) { nodes { id } } }';
  await until('what waited to be sent in each of the versions arrives once', async () => {
    const { events } = await machine.controlPlane.ask(query);
    const ids: string[] = events.nodes.map(({ id }: { id: string }) => id);
    return contents.unsent.events.every((id) => ids.filter((each) => each === id).length === 1);
  });
  for (const id of Object.keys(contents.desired).filter((each) => each !== nodeId)) {
    await machine.nodes.remove(id);
  }
  for (const id of contents.kept) await box.do(`docker volume rm satrap-${id}`);
}, 200_000);

test('one command leads back from a version whose commands and service hang', async () => {
  const before = await machine.containers();
  const installed = await box.do(`/opt/satrap/versions/${next}/bin/satrap agent install`);
  expect(installed).toContain(`upgrade the agent from ${previous} to ${next}`);
  await machine.expectOneAgent(next);
  await box.do(`touch ${hangs}; systemctl restart --no-block satrap-agent`);
  expect((await box.run('timeout 2 satrap agent rollback --yes')).code).toBe(124);
  // Of the release that was installed first.
  const rollback = documented('hosts/upgrades.md#roll-back/2', {
    ...{ 'sh install.sh': 'sh /root/release/install.sh', rollback: 'rollback --yes' },
    'https://releases.example.com/satrap/1.5.0': '/root/release',
  });
  expect(await box.do(rollback)).toContain(`now running ${previous}`);
  await machine.expectOneAgent(previous);
  expect(await machine.containers()).toBe(before);
  await box.do(`rm ${hangs}`);
}, 200_000);

test('a stopped gateway stays stopped, also when the agent restarts', async () => {
  await box.do('systemctl stop satrap-gateway && systemctl restart satrap-agent');
  await untilSynced();
  expect(await gatewayState()).toBe('inactive');
});

test('a change of its settings starts the gateway, here with TLS files of the operator', async () => {
  const kind = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=box';
  const files = '-addext subjectAltName=IP:127.0.0.1 -keyout key.pem -out cert.pem';
  await box.do(`mkdir -p /etc/satrap/tls && cd /etc/satrap/tls && openssl ${kind} ${files} 2>&1`);
  await box.do('chgrp satrap /etc/satrap/tls/key.pem && chmod 640 /etc/satrap/tls/key.pem');
  await pasted('nodes/endpoints.md#other-addresses-than-those-of-the-host');
  await untilStatus('200');
});

test('an installation that ends without an online agent names the problem', async () => {
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
  await box.do(`mkdir -p ${dropIn} && cat >${dropIn}/none.conf`, '[Service]\nExecStart=\nExecStart=/root/satrap\n');
  expect(await box.run('satrap agent install --wait 600')).toMatchObject({
    code: 1,
    text: expect.stringMatching(/it exits after each start: .*\/root\/satrap/),
  });
  await box.do(`rm -r ${dropIn}`);
});

// The reboot after these two tests removes the settings in /run.
test('a key that only root can read reaches the agent as a credential', async () => {
  await box.do(
    'umask 077; mv /var/lib/satrap/executor.key /etc/satrap/executor.key; chown root /etc/satrap/executor.key',
  );
  await box.do(`mkdir -p ${dropIn} && cat >${dropIn}/quick.conf`, '[Service]\nWatchdogSec=4\n');
  await box.do('systemctl daemon-reload && systemctl restart satrap-agent');
  await untilSynced();
});

test('an agent that hangs is restarted by the watchdog, and its node runs on', async () => {
  const hung = await agentPid();
  await box.do(`kill -STOP ${hung}`);
  await until('another agent runs', async () => !['0', hung].includes(await agentPid()), 120_000, 500);
  expect(await box.do('journalctl -u satrap-agent -o cat')).toMatch(/Watchdog timeout/);
  await untilSynced();
  expect(await box.do('runuser -u satrap -- satrap agent status')).toMatch(/housed +regtest +running/);
  expect(await machine.containers()).toBe(runs.split('\n').find((line) => line.includes(nodeId)));
});

test('a reboot stops the agent before the engine, and starts it before the engine', async () => {
  await box.do(
    'install -m 600 -o satrap /etc/satrap/executor.key /var/lib/satrap/executor.key; rm /etc/satrap/executor.key',
  );
  const [id = ''] = (await containerOf(machine)).split(' ');
  const sinceMs = Date.now();
  const since = new Date(sinceMs).toISOString();
  const held = '/etc/systemd/system/docker.service.d';
  await box.do(
    `mkdir -p ${held} && cat >${held}/held.conf && systemctl daemon-reload`,
    '[Service]\nExecStartPre=/bin/sh -c "until [ -e /run/may-start ]; do sleep 0.1; done"\n',
  );
  const rebooting = box.reboot();
  await until(
    'the agent of this boot sends a heartbeat',
    async () => {
      const bootedAt = await box.bootedAt();
      return bootedAt > sinceMs && machine.api.heartbeats.some((at) => at > bootedAt);
    },
    120_000,
  );
  expect((await box.run('systemctl is-active docker')).text.trim()).toBe('activating');
  await box.do(`rm ${held}/held.conf; touch /run/may-start`);
  await rebooting;
  // The kernel of this machine is its host's, whose boot id the agent sees: that systemd was started again tells.
  await untilTold(machine, 'executor.host_restarted', since);
  await machine.nodes.untilPhase(nodeId, 'running');
  expect(await containerOf(machine)).toContain(id);
  expect(await isOnline()).toBe(true);
  const faults = ['executor.engine_restarted', 'node.exited'];
  const told = await toldSince(machine, since);
  expect(told.filter(({ level, kind }) => level === 'error' || faults.includes(kind))).toEqual([]);
  const said = await box.do('journalctl -b -1 _PID=1 -o cat --no-pager');
  const ends = ['Stopped satrap-agent.service', 'Stopping docker.service'].map((text) => said.lastIndexOf(text));
  expect(ends[0]).toBeGreaterThan(0);
  expect(ends[1]).toBeGreaterThan(ends[0] ?? 0);
});

test('the gateway starts at boot', async () => {
  await untilStatus('200');
});

test('an endpoint is pinned, and a revoked consumer is refused', async () => {
  await pasted('nodes/endpoints.md#splits', { HASH: 'ab'.repeat(32) });
  await pasted('nodes/endpoints.md#limits-rotation-and-revocation', {
    ...{ 'rotate electrs': 'rotate electrs --yes', 'revoke electrs': 'revoke electrs --yes' },
  });
  await untilStatus('401');
});

test('the doctor finds the engine’s firewall rules flushed, and then restored', async () => {
  const firewall = async () => {
    const findings: { check: string; level: string }[] = JSON.parse(
      (await box.run('satrap agent doctor --json 2>/dev/null')).text,
    );
    return findings.find(({ check }) => check === 'firewall')?.level;
  };
  expect(await firewall()).toBe('ok');
  await box.do('iptables -F FORWARD; iptables -t nat -F PREROUTING');
  expect(await firewall()).toBe('problem');
  await box.do('systemctl restart docker');
  expect(await firewall()).toBe('ok');
  await machine.nodes.untilPhase(nodeId, 'running');
});

test('notices a restarted engine, and does not blame the node', async () => {
  await expectRestartTold(machine);
  await expectRestartUnnoticed(machine);
});

test('an uninstalled agent leaves its node running and named, and nothing else', async () => {
  const before = await containerOf(machine);
  expect(await box.run('satrap agent uninstall --yes --remove-data other')).toMatchObject({
    code: 2,
    text: expect.stringContaining('this host is box, not other'),
  });
  expect(await isOnline()).toBe(true);
  const text = await box.do('satrap agent uninstall --yes');
  const { executors } = await machine.controlPlane.ask('{ executors { name status uninstalledAt } }');
  expect(executors).toEqual([{ name: 'box', status: 'offline', uninstalledAt: expect.any(String) }]);
  expect(text).toContain(`container satrap-${nodeId} (node housed), running`);
  expect(text).toContain(`volume satrap-${nodeId}, with chain data`);
  expect(await containerOf(machine)).toBe(before);
  expect(text).toContain('Kept /etc/satrap/agent.toml');
  for (const path of ['/opt/satrap', '/var/lib/satrap'])
    expect([path, (await box.run(`test -e ${path}`)).code]).toEqual([path, 1]);
  expect((await box.run('command -v satrap; getent passwd satrap')).text).toBe('');
  expect(
    await box.do('systemctl list-unit-files --no-legend "satrap*"; systemctl list-units --no-legend "satrap*"'),
  ).toBe('');
});

test('changes nothing on an unfit host; with only a token, takes over the node', async () => {
  await box.do('printf "satrap_e_made-up" >/root/token');
  const install = 'satrap agent install --token-file /root/token';
  const unfit = await box.run(
    'sh /root/release/install.sh -- --token-file /root/token --docker-socket /run/nothing.sock',
  );
  expect(unfit).toMatchObject({
    code: 1,
    text: expect.stringMatching(/nothing was changed[\s\S]*apt-get install docker/),
  });
  expect(await box.run(install)).toMatchObject({
    code: 5,
    text: expect.stringContaining('satrap tokens create'),
  });
  expect(await isInstalled()).toBe(false);
  await box.do('cat >/root/token', await machine.newToken('--name', 'box'));
  expect(await box.do(install)).toMatch(
    /! other nodes: .*\n(?: +\S+ \(executor \S+\)\n)+ +keep them[\s\S]*box is online/,
  );
  await machine.nodes.untilPhase(nodeId, 'running');
});

test('a key that is lost is named at the start, with what brings another one', async () => {
  await box.do('systemctl stop satrap-agent; rm -rf /var/lib/satrap/*');
  await box.run('systemctl start satrap-agent');
  await until('it says so', async () =>
    (await box.do('journalctl -u satrap-agent -o cat -n 20')).includes('satrap tokens create'),
  );
  await box.do('cat >/root/token', await machine.newToken('--name', 'box'));
  expect(await box.do('satrap agent install --token-file /root/token')).toContain('box is online');
  await machine.nodes.untilPhase(nodeId, 'running');
});

test('an uninstallation with chain data deletes the node for the control plane', async () => {
  const text = await box.do('satrap agent uninstall --yes --purge --remove-data box');
  expect(text).toContain('No nodes and no chain data remain');
  expect((await machine.controlPlane.ask('{ nodes { id } }')).nodes).toEqual([]);
  expect((await box.run('test -e /etc/satrap/agent.toml')).code).toBe(1);
});
