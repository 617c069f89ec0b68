import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { satrap } from '../harness/satrap.ts';

const folder = mkdtempSync(join(tmpdir(), 'satrap-cli-'));
afterAll(() => rmSync(folder, { recursive: true }));

const withKey = { SATRAP_API_KEY: 'a-key-for-the-tests' };
const nowhere = ['--url', 'http://127.0.0.1:2/graphql'];

describe('the command line', () => {
  test('a rollback where no agent is installed says why it cannot be, without a stack', async () => {
    const { code, stderr } = await satrap(['agent', 'rollback', '--yes', '--data-dir', folder]);
    expect([code, stderr]).toEqual([expect.toBeOneOf([1, 2]), expect.stringMatching(/^satrap: /)]);
    expect(stderr).not.toMatch(/^ +at /m);
  });

  test.each([['agent', 'rollback', '--help'], ['nodes', 'rpc', '--help'], ['--help']])(
    'a reader that goes away, as head -1 does, ends the command without a stack: %s %s %s',
    async (...words) => {
      const { code, stderr } = await satrap(words, {}, { closesOutput: true });
      expect({ code, stderr }).toEqual({ code: 141, stderr: '' });
    },
  );

  test('the help names every command, also by the word help', async () => {
    const { code, stdout } = await satrap(['--help']);
    expect(code).toBe(0);
    for (const command of ['agent', 'control-plane', 'nodes', 'hosts', 'events', 'demo']) {
      expect(stdout).toMatch(new RegExp(`^  ${command}\\b`, 'm'));
    }
    for (const words of [
      ['help', 'nodes'],
      ['nodes', '--help'],
    ]) {
      const nodes = await satrap(words);
      expect(nodes.code).toBe(0);
      expect(nodes.stdout).toMatch(/^ {2}create \[options\] <name>/m);
    }
    expect(await satrap(['--version'])).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
  });

  test.each([
    [['harvest'], /unknown command 'harvest'/],
    [['nodes', 'harvest'], /unknown command 'harvest'/],
    [['nodes', 'stop'], /missing required argument 'node'/],
    [['nodes', 'create', 'n'], /required option '--network <network>' not specified/],
    [
      ['nodes', 'create', 'n', '--executor', 'e', '--network', 'moon'],
      /Allowed choices are mainnet, signet, testnet4, regtest/,
    ],
    [['nodes', 'create', 'n', '--executor', 'e', '--network', 'signet', '--set', 'dbcache'], /It must be KEY=VALUE/],
    [['nodes', 'create', 'n', '--executor', 'e', '--network', 'signet', '--memory', 'much'], /It must be a number/],
    [['events', '--last', 'all'], /It must be a whole number from 1 to 500/],
    [
      ['control-plane', 'serve', '--port', '70000'],
      /'--port <port>' argument '70000' is invalid\. It must be a whole number from 0 to 65535/,
    ],
    [['control-plane', 'create-key'], /required option '--purpose <purpose>' not specified/],
    [['nodes', 'list'], /no API key: .*--api-key-file/],
  ])('the wrong call %j exits 2 and says why', async (args, reason) => {
    const { code, stderr } = await satrap(args);
    expect(stderr).toMatch(reason);
    expect(code).toBe(2);
  });

  test('nodes create has its own option --version', async () => {
    const words = ['nodes', 'create', 'n', '--executor', 'e', '--network', 'signet', '--version', '28.1', ...nowhere];
    const { code, stderr } = await satrap(words, withKey);
    expect(stderr).toMatch(/127\.0\.0\.1:2\/graphql cannot be reached: .*; set the control plane with --url/);
    expect(code).toBe(1);
  });

  test.each(['agent run', 'nodes list', 'hosts list', 'events'])(
    'invariant 8: satrap %s refuses a key on the command line and does not repeat it',
    async (command) => {
      for (const flag of [['--api-key', 'hunter2hunter2'], ['--api-key=hunter2hunter2']]) {
        const { code, stdout, stderr } = await satrap([...command.split(' '), ...flag], withKey);
        expect(stderr).toMatch(/--api-key is not supported.* --api-key-file/);
        expect(stdout + stderr).not.toContain('hunter2');
        expect(code).toBe(2);
      }
    },
  );
});

describe('the agent’s commands', () => {
  test('agent run lists every fault of its configuration at once and exits 2', async () => {
    const config = join(folder, 'agent.toml');
    writeFileSync(config, 'url = "nowhere"\nnode_user = "root"\nbananas = 1\n');
    const { code, stdout, stderr } = await satrap(['agent', 'run', '--config', config, '--stop-timeout', '1']);
    expect(stderr).toMatch(/^satrap: 5 configuration errors:\n/);
    for (const fault of [
      /unknown setting bananas/,
      /- url: must be/,
      /- node_user: must be/,
      /- --stop-timeout: /,
      /no API key in/,
    ]) {
      expect(stderr).toMatch(fault);
    }
    expect(stdout).toBe('');
    expect(code).toBe(2);
  });

  test('agent status and agent explain say that no agent runs and exit 1', async () => {
    for (const words of [['status'], ['status', '--json'], ['explain', 'node']]) {
      const outcome = await satrap(['agent', ...words, '--data-dir', folder]);
      expect(outcome).toMatchObject({ code: 1, stdout: '' });
      expect(outcome.stderr).toBe(
        `satrap: no agent is running with the data directory ${folder} (change it with --data-dir)\n`,
      );
    }
  });
});
