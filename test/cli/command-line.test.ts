import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { satrapHere } from '../harness/satrap-here.ts';
import { scratchFolder } from '../harness/scratch-folder.ts';

const withKey = { SATRAP_API_KEY: 'a-key-for-the-tests' };

test.each([
  ['--help', /^ {2}agent [\s\S]*^ {2}nodes [\s\S]*^ {2}demo /m],
  ['help nodes', /^ {2}create \[options\] <name>/m],
  ['nodes --help', /^ {2}create \[options\] <name>/m],
])('satrap %s prints the commands', async (words, stdout) => {
  expect(await satrapHere(words)).toMatchObject({ code: 0, stdout: expect.stringMatching(stdout) });
});

const create = 'nodes create n --executor e --network';

test.each([
  ['nodes harvest', /unknown command 'harvest'/],
  ['nodes create n', /required option '--network <network>' not specified/],
  [`${create} signet --set dbcache`, /It must be KEY=VALUE/],
  ['control-plane serve --port 70000', /'70000' is invalid\. It must be a whole number from 0 to 65535/],
  ['nodes list', /no API key: .*--api-key-file/],
])('the wrong call “satrap %s” exits 2 and says why', async (words, reason) => {
  expect(await satrapHere(words)).toMatchObject({ code: 2, stderr: expect.stringMatching(reason) });
});

test('nodes create has its own option --version', async () => {
  expect(await satrapHere(`${create} signet --version 28.1 --url http://127.0.0.1:2/graphql`, withKey)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/127\.0\.0\.1:2\/graphql cannot be reached: .*; set the control plane with --url/),
  });
});

test.each(['agent run', 'nodes list', 'hosts list', 'events'])(
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
  const { code, stdout, stderr } = await satrapHere(`agent run --config ${config} --stop-timeout 1`);
  expect(stderr).toMatch(/^satrap: 5 configuration errors:\n/);
  for (const fault of ['unknown setting bananas', '- url: ', '- node_user: ', '- --stop-timeout: ', 'no API key in'])
    expect(stderr).toContain(fault);
  expect([code, stdout]).toEqual([2, '']);
});

test('agent status and agent explain say that no agent runs and exit 1', async () => {
  const folder = scratchFolder('cli');
  for (const words of ['status', 'status --json', 'explain node'])
    expect(await satrapHere(`agent ${words} --data-dir ${folder}`)).toEqual({
      code: 1,
      stdout: '',
      stderr: `satrap: no agent is running with the data directory ${folder} (change it with --data-dir)\n`,
    });
});
