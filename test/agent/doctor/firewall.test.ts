import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { gatherFirewall } from '../../../src/agent/doctor/firewall.ts';
import { scratchFolder } from '../../harness/scratch-folder.ts';

/** The processes of a host whose engine has these arguments and this configuration. */
function engine(args: readonly string[] = [], config = '', ids = '10'): string {
  const proc = scratchFolder('proc');
  mkdirSync(join(proc, '10/root/etc/docker'), { recursive: true });
  writeFileSync(join(proc, '10/comm'), 'dockerd\n');
  writeFileSync(join(proc, '10/status'), `Name:\tdockerd\nNSpid:\t${ids}\n`);
  writeFileSync(join(proc, '10/cmdline'), ['/usr/bin/dockerd', ...args, ''].join('\0'));
  for (const file of ['daemon.json', 'other.json']) writeFileSync(join(proc, '10/root/etc/docker', file), config);
  return proc;
}

const forward = '-P FORWARD DROP\n-A FORWARD -j DOCKER-USER\n-A FORWARD -o docker0 -j DOCKER\n';
const prerouting = '-P PREROUTING ACCEPT\n-A PREROUTING -m addrtype --dst-type LOCAL -j DOCKER\n';

/** iptables with these rules in the two chains; null for no permission. */
const iptables = (inForward: string | null, inPrerouting: string) => async (_: string, args: readonly string[]) => ({
  code: inForward === null ? 4 : 0,
  stdout: args.includes('nat') ? inPrerouting : (inForward ?? ''),
});

const flushed = iptables('-P FORWARD DROP\n', '-P PREROUTING ACCEPT\n');

test('gatherFirewall › finds nothing lost while the rules of the engine are there', async () => {
  expect(await gatherFirewall(engine(), iptables(forward, prerouting))).toEqual({ lost: [] });
});

test('gatherFirewall › finds the newer chains of the engine too', async () => {
  const newer = '-A FORWARD -j DOCKER-USER\n-A FORWARD -j DOCKER-FORWARD\n';
  expect(await gatherFirewall(engine(), iptables(newer, prerouting))).toEqual({ lost: [] });
});

test.each([
  ['both tables', flushed, ['FORWARD of the table filter', 'PREROUTING of the table nat']],
  ['the table nat', iptables(forward, '-P PREROUTING ACCEPT\n'), ['PREROUTING of the table nat']],
])('gatherFirewall › finds rules flushed from %s', async (_what, tool, lost) => {
  expect(await gatherFirewall(engine(), tool)).toEqual({ lost });
});

test.each<[string, () => string, typeof flushed]>([
  ['an engine without rules by its arguments', () => engine(['--iptables=false']), flushed],
  ['an engine without rules by its configuration', () => engine([], '{"iptables": false}'), flushed],
  [
    'an engine with another configuration file',
    () => engine(['--config-file', '/etc/docker/other.json'], '{"iptables": false}'),
    flushed,
  ],
  ['an engine that writes nftables', () => engine([], '{"firewall-backend": "nftables"}'), flushed],
  ['a user who may not look', () => engine(), iptables(null, '')],
  ['a container that calls itself the engine', () => engine([], '', '10\t1'), flushed],
  ['a host without an engine', () => scratchFolder('proc'), flushed],
])('gatherFirewall › judges nothing for %s', async (_what, proc, tool) => {
  expect(await gatherFirewall(proc(), tool)).toBeNull();
});
