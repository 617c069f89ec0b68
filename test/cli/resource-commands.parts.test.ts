import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { satrapHere } from '../harness/satrap-here.ts';
import { scratchFolder } from '../harness/scratch-folder.ts';
import { shared } from '../harness/shared-part.ts';
import { WebhookReceiver } from '../harness/webhook-receiver.ts';
import { TestCommands } from './test-commands.ts';

const satrap = new TestCommands({ webhookAllow: ['127.0.0.0/8'] });
const receiver = shared(
  () => WebhookReceiver.start(),
  (started) => started.stop(),
);

test('a key is created with its secret in a file, works, and is revoked', async () => {
  const file = join(scratchFolder('keys'), 'key');
  const created = await satrap.stdout(`keys create laptop --expires 90d --secret-file ${file}`);
  expect(created).toMatch(new RegExp(`^created \\S+; its secret is in ${file}\\n$`));
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const key = readFileSync(file, 'utf8').trim();
  expect((await satrap.run('keys list', key)).stdout).toMatch(/^\S+ +laptop +personal .* valid$/m);
  expect(JSON.parse(await satrap.stdout('keys show laptop --json=name,purpose'))).toEqual({
    name: 'laptop',
    purpose: 'personal',
  });
  expect((await satrap.run('keys revoke laptop')).code).toBe(2);
  expect(await satrap.stdout('key revoke laptop --yes')).toBe('revoked laptop\n');
  expect((await satrap.run('keys list', key)).code).toBe(3);
  expect(await satrap.stdout('keys list')).toMatch(/ laptop .* revoked$/m);
  expect((await satrap.run('keys show desktop')).code).toBe(4);
});

test('the secret of a key is the only line on standard output', async () => {
  const { stdout, stderr } = await satrap.run('keys create agent --purpose executor --host berlin');
  expect(stdout).toMatch(/^satrap_x_\S+\n$/);
  expect(stderr).toMatch(/^Shown only once\. Revoke it: satrap keys revoke \S+\n$/);
});

test('people are invited, and an invitation is revoked', async () => {
  const { stdout, stderr } = await satrap.run('invitations create bob@example.com --role admin --expires 2d');
  expect(stdout.trim()).toMatch(/^\S{20,}$/);
  expect(stderr).toMatch(/^Shown only once\. Expires /);
  expect(await satrap.stdout('invitations list')).toMatch(/ bob@example\.com +admin /);
  expect(await satrap.stdout('invitations revoke bob@example.com --yes')).toContain('revoked the invitation of bob');
  expect(await satrap.json('invitations list')).toEqual([]);
});

test('a new enrolment token comes with the line that adds a host', async () => {
  const { stdout, stderr } = await satrap.run('tokens create --name berlin');
  expect(stdout).toMatch(/^satrap_\S+\n$/);
  const url = satrap.controlPlane.url.replace(/graphql$/, 'install');
  expect(stderr).toContain(`  curl -fsSL ${url} | SATRAP_ENROLMENT_TOKEN="$(cat FILE)" sh -s -- --name berlin\n`);
});

test('members are listed, and the last owner keeps the role', async () => {
  const [owner] = (await satrap.json('members list')) as { role: string; person: { email: string } }[];
  expect(owner?.role).toBe('owner');
  const { code, stderr } = await satrap.run(`members update ${owner?.person.email} --role member`);
  expect([code, stderr]).toEqual([5, expect.stringContaining('owner')]);
  expect((await satrap.run('members remove nobody@example.com --yes')).code).toBe(4);
});

test('an administrator creates an organization, and deactivates and activates it', async () => {
  expect(await satrap.stdout('organizations create Acme')).toMatch(/^created Acme \(\S+\)\n$/);
  expect(await satrap.stdout('organizations deactivate Acme --yes')).toBe('Acme is inactive\n');
  expect(await satrap.stdout('organizations list')).toMatch(/ Acme +inactive /);
  expect(await satrap.stdout('organizations activate Acme --yes')).toBe('Acme is active\n');
  expect(JSON.parse(await satrap.stdout('organizations show Acme --json=name,isActive'))).toEqual({
    name: 'Acme',
    isActive: true,
  });
});

test('sessions in the console are listed and revoked', async () => {
  expect(await satrap.stdout('sessions list')).toBe('no sessions; you are not signed in to the console\n');
  expect((await satrap.run('sessions revoke nothing --yes')).code).toBe(4);
});

test('notification settings are changed for the organization and for a node', async () => {
  await satrap.createNode('alpha');
  const set = 'notifications set --threshold blocksBehind=5 --threshold diskFreePercent=7';
  expect(await satrap.stdout(set)).toMatch(/^blocksBehind +5$/m);
  expect(await satrap.stdout('notifications set --threshold blocksBehind-')).toMatch(/^blocksBehind +3$/m);
  expect(await satrap.stdout('notifications show')).toMatch(/^diskFreePercent +7$/m);
  const node = 'notifications set-node alpha --mute-for 2h --threshold noPeersMinutes=30';
  expect(await satrap.stdout(node)).toMatch(/^alpha +until \d{4}-\S+ +noPeersMinutes=30$/m);
  expect(await satrap.stdout('notifications set-node alpha')).toBe('no node settings\n');
  expect((await satrap.run('notifications set')).code).toBe(2);
  const { code, stderr } = await satrap.run('notifications set --threshold blocksBehind=0');
  expect([code, stderr]).toEqual([5, expect.stringContaining('thresholds.blocksBehind')]);
});

test('a channel is added, tested, changed and removed, its secret rotated', async () => {
  const file = join(scratchFolder('channels'), 'secret');
  const added = await satrap.stdout(`channels add webhook ops --to ${receiver.url} --secret-file ${file}`);
  expect(added).toMatch(/^added ops; test it: satrap channels test \S+\nwebhook secret, shown only once: \S+\n$/);
  expect(readFileSync(file, 'utf8')).toMatch(/^whsec_\S+\n$/);
  expect(await satrap.run('channels test ops')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^webhook\.test {2}#1 {2}delivered {2}(\S+)\n {2}\S+ {2}HTTP 204 after /),
  });
  receiver.answer = (response) => response.writeHead(500).end('out of order');
  const failed = await satrap.run('channels test ops');
  expect([failed.code, failed.stdout]).toEqual([1, expect.stringMatching(/HTTP.* 500.*out of order/)]);
  expect(await satrap.stdout('channels list')).toMatch(
    / ops +webhook +http:\S+… +warning +failing for \d+s: HTTP 500 /,
  );
  receiver.answer = (response) => response.writeHead(204).end();
  const [, first] = (await satrap.json('channels deliveries list')) as { id: string }[];
  expect(await satrap.stdout(`channels deliveries redeliver ${first?.id} --wait`)).toContain('delivered');
  expect(await satrap.stdout(`channels deliveries show ${first?.id}`)).toMatch(/( {2}\S+ {2}HTTP 204.*\n){2}/);
  const repeated = await satrap.stdout('channels deliveries redeliver --channel ops --since 1h');
  expect(repeated).toBe('repeating 2 deliveries\n');
  expect((await satrap.run('channels deliveries redeliver --since 1h')).code).toBe(2);
  expect(await satrap.stdout('channels rotate-secret ops --yes')).toMatch(/^whsec_\S+\n$/);

  // The URL of a chat is a secret, so a file holds it.
  const credential = join(scratchFolder('slack'), 'url');
  writeFileSync(credential, 'https://hooks.slack.example/services/of-slack\n');
  expect(await satrap.stdout(`channels add slack chat --credential-file ${credential}`)).toMatch(/^added chat;/);
  expect(await satrap.stdout('channels list')).toMatch(/ chat +slack +https:\/\/hooks\.slack\.example\/… /);
  expect(await satrap.stdout('channels set chat --rename alerts --severity critical --enabled no')).toBe(
    'changed alerts\n',
  );
  expect(await satrap.stdout('channels list')).toMatch(/ alerts +slack .* critical +disabled +never$/m);
  expect((await satrap.run('channels set alerts')).code).toBe(2);
  expect((await satrap.run('channels add pager x')).code).toBe(2);
  expect(await satrap.run('channels add email mail --to ops@example.com')).toMatchObject({
    code: 5,
    stderr: expect.stringContaining('no mail server'),
  });
  expect(await satrap.stdout('channels remove alerts --yes')).toBe('removed alerts\n');
});

test('a shell completes the names of the control plane', async () => {
  const complete = async (...words: string[]) => (await satrapHere(['complete', '--', ...words], satrap.env())).stdout;
  expect(await complete('nodes', 'show', 'al')).toBe('alpha\tregtest\n');
  expect(await complete('nodes', 'list', '--host', '')).toBe('frankfurt\tonline\n');
  expect(await complete('keys', 'revoke', '')).toMatch(/^\S+\t\S+/);
  expect(await complete('members', 'remove', '')).toMatch(/^\S+@\S+\t/);
  expect(await complete('organizations', 'show', '')).toContain('Example');
});
