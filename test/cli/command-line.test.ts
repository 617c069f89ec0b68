import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { satrapHere } from '../harness/satrap-here.ts';
import { scratchFolder } from '../harness/scratch-folder.ts';

const withKey = { SATRAP_API_KEY: 'a-key-for-the-tests' };

test.each([
  [
    '--help',
    /^ {2}agent [\s\S]*^ {2}nodes\|node [\s\S]*^ {2}demo [\s\S]*^ {2}6 {4}the control plane cannot be reached/m,
  ],
  ['nodes', /^ {2}create \[options\] <name>/m],
  ['executor', /^ {2}drain \[options\] <hosts\.\.\.>/m],
  ['version', /^\d+\.\d+\.\d+\n$/],
  ['help nodes', /^ {2}create \[options\] <name>/m],
  ['nodes --help', /^ {2}create \[options\] <name>/m],
])('satrap %s prints the commands', async (words, stdout) => {
  expect(await satrapHere(words)).toMatchObject({ code: 0, stdout: expect.stringMatching(stdout) });
});

const create = 'nodes create n --host e --network';

test.each([
  ['nodes harvest', /unknown command 'harvest'/],
  ['nodes create n', /name the chain with --network, or a bitcoin\.conf/],
  [`${create} signet --set dbcache`, /It must be KEY=VALUE/],
  ['control-plane serve --port 70000', /'70000' is invalid\. It must be a whole number from 0 to 65535/],
  ['nodes list --last 3', /unknown option '--last'/],
  ['nodes update n', /nothing to change/],
  ['nodes delete n --wallet a', /--wallet requires --remove-data/],
  ['hosts label h', /name a label/],
  ['nodes label n', /name a label/],
  ['nodes rpc n stop', /read-only/],
])('the wrong call “satrap %s” exits 2 and says why', async (words, reason) => {
  expect(await satrapHere(words, withKey)).toMatchObject({ code: 2, stderr: expect.stringMatching(reason) });
});

const noServer = { ...withKey, SATRAP_URL: 'http://127.0.0.1:2/graphql' };

test.each([
  ['nodes list', {}, 3, 'not_signed_in', /^no API key: .*--api-key-file/],
  ['context use nowhere', {}, 4, 'not_found', /no context named nowhere/],
  [
    'nodes list',
    noServer,
    6,
    'unreachable',
    /127\.0\.0\.1:2\/graphql cannot be reached: .*; set the control plane with/,
  ],
  ['nodes harvest', {}, 2, 'usage', /^unknown command 'harvest'/],
])('satrap %s with %j exits with %d, and with --json its error is JSON', async (words, env, code, word, message) => {
  const home = { XDG_CONFIG_HOME: scratchFolder('cli') };
  expect((await satrapHere(words, { ...home, ...env })).code).toBe(code);
  const json = words.startsWith('context use') ? words : `${words} --json`;
  const { stdout, stderr } = await satrapHere(json, { ...home, ...env });
  expect(stdout).toBe('');
  if (json === words) return;
  expect(JSON.parse(stderr)).toMatchObject({ error: { code: word, message: expect.stringMatching(message) } });
});

test('nodes create refuses the option --version, which belongs to the program', async () => {
  expect(await satrapHere(`${create} signet --version 28.1`, withKey)).toMatchObject({ code: 2, stdout: '' });
});

test('an empty SATRAP_URL counts as unset', async () => {
  const { stderr } = await satrapHere('nodes list', { ...withKey, SATRAP_URL: '' });
  expect(stderr).not.toContain('Invalid URL');
  expect(stderr).toContain('http://127.0.0.1:4100/graphql');
});

test.each(['agent run', 'nodes list', 'hosts list', 'events', 'api'])(
  'invariant 8: satrap %s refuses a key on the command line and does not repeat it',
  async (command) => {
    for (const flag of ['--api-key hunter2hunter2', '--api-key=hunter2hunter2']) {
      const { code, stdout, stderr } = await satrapHere(`${command} ${flag}`, withKey);
      expect(stderr).toMatch(/--api-key is not supported.* --api-key-file/);
      expect(stdout + stderr).not.toContain('hunter2');
      expect(code).toBe(2);
    }
  },
);

test('agent run lists every fault of its configuration at once and exits 2', async () => {
  const config = join(scratchFolder('cli'), 'agent.toml');
  writeFileSync(config, 'url = "nowhere"\nnode_user = "root"\nbananas = 1\n');
  const { code, stdout, stderr } = await satrapHere(
    `agent run --config ${config} --data-dir ${scratchFolder('data')} --stop-timeout 1`,
  );
  expect(stderr).toMatch(/^error: 5 configuration errors:\n/);
  for (const fault of ['unknown setting bananas', '- url: ', '- node_user: ', '- --stop-timeout: ', 'no API key in'])
    expect(stderr).toContain(fault);
  expect([code, stdout]).toEqual([2, '']);
});

test('agent status and agent explain say that no agent runs and exit 1', async () => {
  const folder = scratchFolder('cli');
  const message = `no agent is running with the data directory ${folder} (change it with --data-dir)`;
  expect(await satrapHere(`agent status --json --data-dir ${folder}`)).toEqual({
    ...{ code: 1, stdout: '' },
    stderr: `${JSON.stringify({ error: { code: 'failed', message } })}\n`,
  });
  for (const words of ['status', 'explain node'])
    expect(await satrapHere(`agent ${words} --data-dir ${folder}`)).toEqual({
      code: 1,
      stdout: '',
      stderr: `error: ${message}\n`,
    });
});
