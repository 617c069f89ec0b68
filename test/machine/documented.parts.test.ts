import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../harness/until.ts';
import type { Box } from './box.ts';
import { type Examples, runDocumented } from './documented.ts';
import { startEdgeMachine } from './edge-machine.ts';

// Runs the commands of the documentation for operators, as an operator pastes them, on one machine. The tests follow one another.

/** What is run in place of an example. The machine reaches no peers, so that its nodes are of a private chain. */
const signet: Examples = { '--network signet': '--network regtest' };
/** No terminal asks for an address, a password or a confirmation. */
const login: Examples = { '/graphql': '/graphql --email you@example.com' };
const password = 'correct horse battery';

let machine: Awaited<ReturnType<typeof startEdgeMachine>>;
let box: Box;

beforeAll(async () => {
  machine = await startEdgeMachine();
  ({ box } = machine);
}, 600_000);
afterAll(() => machine?.dispose(), 60_000);

const run = (key: string, examples?: Examples, options?: { input?: string; by?: string }) =>
  runDocumented(box, key, examples, options);
/** Runs what the documentation says in a sentence, and what people do in a browser. */
const sh = (commands: string, input?: string) => box.do(`cd /root && ${commands}`, input);
/** Writes a token to the file of the next installation. */
const newToken = () => sh('satrap tokens create --name host-1 >FILE');
const containers = () => box.do('docker ps -q --no-trunc --filter name=satrap-');
/** Calls the API as a browser does, without a key. */
const post = async (query: string) => {
  const words = "-H 'content-type: application/json' -d @- https://satrap.example.com/graphql";
  return JSON.parse(await sh(`curl -fsS ${words}`, JSON.stringify({ query })));
};
test('start, without systemd', async () => {
  await sh('curl -fsSLO https://releases.example.com/satrap/install.sh');
  await sh('sh install.sh --from https://releases.example.com/satrap');
  const by = 'systemd-run --unit by-hand --quiet -p WorkingDirectory=/root sh -e block.sh';
  await run('start.md#without-systemd', {}, { by });
  await until('it serves', async () => (await box.run('satrap control-plane health')).code === 0, 120_000, 500);
  expect(await box.do('journalctl -u by-hand -o cat')).toContain('Set the password at: ');
  await box.do('systemctl stop by-hand');
  const key = await box.do('satrap control-plane create-key --purpose executor --name host-1');
  await run('start.md#without-systemd/2', {}, { input: `${key}\n` });
  expect(await box.do('stat -c %a /etc/satrap/executor.key; cat /etc/satrap/agent.toml')).toBe(
    '600\nurl = "https://satrap.example.com/graphql"',
  );
  await box.do('rm -r /var/lib/satrap* /etc/satrap /opt/satrap /usr/local/bin/satrap /root/install.sh');
});

test('start, from an empty host to a node', async () => {
  await run('start.md#1-install-the-control-plane');
  const said = await run('start.md#1-install-the-control-plane/2');
  const [, secret = ''] = /Set the password at: +\S+token=(\S+)/.exec(said) ?? [];
  await sh('satrap set-password --url https://satrap.example.com/graphql', `${secret}\n${password}\n`);
  expect(await run('start.md#2-sign-in', login, { input: `${password}\n` })).toContain('for Example');
  await box.do(
    'cat >/etc/satrap/agent.toml',
    `allow_regtest = true\n[images.bitcoind]\n"28.1" = "${machine.clientImage}"\n`,
  );
  const [token = ''] = /^satrap_e_\S+/m.exec(await sh('satrap tokens create --name host-1')) ?? [];
  expect(await run('start.md#3-add-a-host', { 'TOKEN=TOKEN': `TOKEN=${token}` })).toContain('host-1 is online');
  expect(await run('start.md#4-deploy-a-node', signet)).toMatch(/alpha[\s\S]*(running|syncing)/);
});

test('installer, commands and services trust what update-ca-certificates added', async () => {
  const trusted = 'systemctl show-environment; systemctl cat satrap-agent satrap-control-plane; env';
  expect(await box.do(trusted)).not.toMatch(/CA_CERTS|CA_BUNDLE/);
  expect(await box.do('cat /etc/satrap/agent.toml')).not.toContain('ca_file');
  expect(await sh('satrap hosts list')).toMatch(/host-1 +online/);
  expect(await box.run('NODE_USE_SYSTEM_CA=0 satrap hosts list')).toMatchObject({
    ...{ code: 6, text: expect.stringContaining('update-ca-certificates') },
  });
});

/** Joins again in a shell with these variables, and returns the proxy that the settings then have. */
async function joinWith(variables: string): Promise<string> {
  const shell = `export ${variables}`;
  await sh(`${shell}; satrap tokens create --name host-1 >FILE`);
  const joined = await run('hosts/install.md#with-systemd', {}, { by: `${shell}; sh -e block.sh` });
  expect(joined).toContain('host-1 is online');
  return box.do('sed -n "s/^proxy = //p" /etc/satrap/agent.toml');
}

test('a host joins through the proxy of a shell, which its service uses as well', async () => {
  // Only the proxy finds the control plane.
  const elsewhere = '(sed "s/ satrap.example.com//" hosts; echo 127.0.0.2 satrap.example.com) >/etc/hosts';
  await sh(`cp /etc/hosts hosts && ${elsewhere}`);
  expect((await box.run('curl -s https://satrap.example.com')).code).toBe(7);
  expect(await joinWith('https_proxy=http://127.0.0.1:3128 no_proxy=localhost')).toBe('"http://127.0.0.1:3128"');
  const proxied = 'journalctl -u edge -o cat | grep -c "proxied satrap.example.com:443"';
  const before = Number(await box.do(proxied));
  await box.do('systemctl restart satrap-agent');
  await until('the service connects through the proxy', async () => Number(await box.do(proxied)) > before);
  await sh('cat hosts >/etc/hosts && sed -i /^proxy/d /etc/satrap/agent.toml');
}, 120_000);

test('a host joins without the proxy of a shell whose NO_PROXY lists the control plane', async () => {
  expect(await joinWith('HTTPS_PROXY=http://127.0.0.1:1 NO_PROXY=localhost,.example.com')).toBe('');
}, 120_000);

test('hosts are maintained, diagnosed and joined again, and nodes run on', async () => {
  await run('hosts/operate.md#maintenance');
  await until('the node runs again', async () => (await containers()) !== '', 120_000, 500);
  const before = await containers();
  expect(await run('hosts/operate.md#diagnose-a-host')).toMatch(/plan:[\s\S]*Wrote satrap-support-/);
  await newToken();
  expect(await run('hosts/install.md#with-systemd')).toContain('host-1 is online');
  const [token = ''] = /^satrap_e_\S+/m.exec(await sh('satrap tokens create --name host-1')) ?? [];
  const joined = await run('hosts/install.md#with-one-command/2', {
    ...{ 'TOKEN=TOKEN': `TOKEN=${token}`, ' --proxy URL': '' },
  });
  expect(joined).toContain('host-1 is online');
  await newToken();
  expect(await run('hosts/operate.md#back-up-a-host')).toContain('host-1 is online');
  await newToken();
  expect(await run('start.md#both-programs-on-one-host')).toContain('host-1 is online at http://127.0.0.1:4100');
  expect(await containers()).toBe(before);
});

test('agents are asked to upgrade, one or in groups', async () => {
  const [, example = ''] = /```json\n([\s\S]*?)```/.exec(readFileSync('docs/control-plane/releases.md', 'utf8')) ?? [];
  const release = JSON.parse(example.replaceAll('64 hexadecimal digits', 'a'.repeat(64)));
  // This version may be upgraded to it, and the archive is never answered.
  Object.assign(release, { lowestVersion: '0.1.0' });
  release.artifacts[0].signature = await box.do('cat /root/releases/satrap/*.minisig');
  await sh('cat >FILE && satrap releases create FILE', JSON.stringify(release));
  expect(await run('hosts/upgrades.md#upgrade-agents')).toContain('1.4.0');
  expect(await run('control-plane/releases.md#upgrade-agents')).toContain('host-1');
  await sh('satrap hosts upgrade cancel host-1');
  expect(await run('control-plane/releases.md#upgrade-agents/2')).toContain('host-1');
  await sh('satrap hosts rollout cancel');
});

test('people sign in and are managed, and alerts reach a webhook', async () => {
  const settings = 'SATRAP_WEBHOOK_ALLOW=127.0.0.0/8\nSATRAP_SMTP=/etc/satrap/smtp\n';
  await sh('cat >>/etc/satrap/control-plane.env', settings);
  await sh(
    'install -m 600 -o satrap-control-plane /dev/stdin /etc/satrap/smtp',
    'smtp://127.0.0.1?from=satrap@example.com\n',
  );
  await sh('satrap logout && satrap control-plane install');
  const signedIn = await run('control-plane/people.md#command-line', login, { input: `${password}\n` });
  expect(signedIn).toContain('you@example.com');
  await sh(
    'echo https://hooks.slack.com/services/T0/B0/x >slack-url && echo 123456:ABC-DEF1234ghIkl-zyx57W2v1u123ew11 >bot-token && chmod 600 slack-url bot-token',
  );
  // No mail server answers here.
  expect(await run('control-plane/alerts.md#channels', { 'test ops  ': 'test pager' })).toMatch(
    /delivered[\s\S]*repeating [1-9]/,
  );
  const [, token = ''] = /token=(\S+)/.exec(await sh('satrap invitations create carol@example.com')) ?? [];
  await post(
    `mutation { signUp(data: { name: "Carol", password: "${password}", invitationToken: "${token}" }) { person { id } } }`,
  );
  await post(`mutation { signIn(data: { email: "you@example.com", password: "${password}" }) { needsSecondFactor } }`);
  await sh('satrap organizations create Acme');
  const [session] = JSON.parse(await sh('satrap sessions list --json'));
  const revoked = { 'revoke ID': `revoke ${session.id} --yes`, 'deactivate Acme': 'deactivate Acme --yes' };
  expect(await run('control-plane/people.md#command-line/2', revoked)).toContain('carol@example.com is member');
});

test('a backup is restored into a database of its own, and on a new machine', async () => {
  await box.do('mkdir -p /backups');
  // The machine has no PostgreSQL besides the embedded one.
  await run('control-plane/operate.md#back-up', { 'DATABASE_URL=postgres://… ': '' });
  await box.do('satrap control-plane uninstall --yes --remove-data && mv /backups/satrap-monday /root/FILE');
  await run('control-plane/operate.md#restore-on-a-new-machine');
  await until('the host is online', async () => /host-1 +online/.test(await sh('satrap hosts list')), 120_000, 1000);
});

test('an organization moves to another control plane with its host and nodes', async () => {
  const before = await containers();
  await sh('rm FILE');
  const exported = await run('control-plane/recover.md#move-an-organization', { 'Your company': 'Example' });
  expect(exported).toContain('Deactivated Example');
  // Another control plane, at the same address.
  await box.do('systemctl stop satrap-control-plane && rm -r /var/lib/satrap-control-plane/*');
  await sh('satrap control-plane init --email you@example.com --organization "Your company"');
  expect(await run('control-plane/recover.md#move-an-organization/2')).toMatch(
    /Imported Example[\s\S]*invitations create carol@/,
  );
  await sh('satrap control-plane create-key --purpose personal --organization Example >key && chmod 600 key');
  await box.do('systemctl start satrap-control-plane');
  await until('it serves', async () => (await box.run('satrap control-plane health')).code === 0, 60_000, 500);
  expect(await run('control-plane/recover.md#move-an-organization/3')).toContain('host-1 is online');
  await sh('satrap login https://satrap.example.com/graphql --api-key-file key');
  expect(await sh('satrap nodes list')).toMatch(/alpha .*host-1/);
  expect(await containers()).toBe(before);
}, 300_000);

/** Destroys the control plane's database, and rebuilds the control plane with a token in FILE. */
async function loseControlPlane(): Promise<void> {
  await box.do('systemctl stop satrap-control-plane && rm -r /var/lib/satrap-control-plane/*');
  const said = await run('control-plane/recover.md#recover-a-lost-control-plane');
  await sh('cat >FILE', /satrap_e_\S+/.exec(said)?.[0]);
  await sh('cat >key && chmod 600 key', /satrap_p_\S+/.exec(said)?.[0]);
  await until('it serves', async () => (await box.run('satrap control-plane health')).code === 0, 120_000, 500);
  await sh('satrap login https://satrap.example.com/graphql --api-key-file key');
}

test('a lost control plane is rebuilt from its hosts, even from one without its store', async () => {
  const before = await containers();
  await loseControlPlane();
  expect(await run('control-plane/recover.md#recover-a-lost-control-plane/2')).toContain('host-1 is online');
  const taken = await run('control-plane/recover.md#recover-a-lost-control-plane/3', { '--all': '--all --yes' });
  expect(taken).toContain('alpha');
  expect(await containers()).toBe(before);
  await run('control-plane/recover.md#recover-a-lost-control-plane/4', { start: 'start --yes' });
  const [host] = JSON.parse(await sh('satrap hosts list --json'));
  const [node] = JSON.parse(await sh('satrap nodes list --json'));
  await box.do('systemctl stop satrap-agent && rm -r /var/lib/satrap/*');
  await loseControlPlane();
  const adopted = await run('control-plane/recover.md#recover-a-lost-control-plane/5', {
    ...{ '--executor-id ID': `--executor-id ${host.id}`, '--adopt ID': `--adopt ${node.id}` },
    ...{ 'recover HOST': 'recover HOST --yes' },
    ...{ HOST: 'host-1', NAME: 'again', mainnet: 'regtest' },
  });
  expect(adopted).toContain('again');
}, 600_000);

test('an uninstalled agent leaves its nodes', async () => {
  const answers = async () => /again +.*(running|syncing)/.test(await sh('satrap nodes list'));
  // The adopted node answers in its previous container at first.
  const isSettled = async () => JSON.parse(await sh('satrap agent explain again --json')).steps.length === 0;
  await until('the adopted node answers', async () => (await answers()) && (await isSettled()), 120_000, 1000);
  const before = await containers();
  await run('hosts/install.md#uninstall', { uninstall: 'uninstall --yes' });
  expect(await containers()).toBe(before);
});
