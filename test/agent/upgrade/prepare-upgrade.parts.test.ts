import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { smallDisk } from '../../harness/small-disk.ts';
import { until } from '../../harness/until.ts';
import { plans, program } from './tiny-release.ts';
import { request, upgradingHost } from './upgrading-host.ts';

const { agent, files, install, kinds, path, presentProgram, serve } = upgradingHost();

describe('a rehearsal', () => {
  test.each<[string, string, string, RegExp]>([
    [
      'that plans what the present version does not',
      plans('remove the container'),
      plans(),
      /alpha: it would remove the container \(a test says so\)/,
    ],
    ['that ends with an error', 'echo "no such table" >&2; exit 3', plans(), /exit code 3; last output: no such table/],
    ['that says nothing', 'true', plans(), /invalid output/],
    ['that is killed', 'kill -9 $$', plans(), /killed by SIGKILL/],
    ['of another version', plans().replace('1.1.0', '1.2.0'), plans(), /contains version 1\.2\.0 instead of 1\.1\.0/],
  ])('%s refuses the release, and nothing is ordered', async (_what, fresh, present, reason) => {
    writeFileSync(presentProgram(), program(present));
    const { says } = agent(request('a', await serve(fresh)));
    expect((await says('failed')).report?.reason).toMatch(reason);
    expect(existsSync(files().order)).toBe(false);
    await until('what was fetched is removed', () => !existsSync(files().fetched) && !existsSync(files().staged));
    expect(kinds()).toEqual(['fetching', 'fetched', 'rehearsing', 'failed']);
  });

  test('that plans what the present version plans too, such as the end of a stop, refuses nothing', async () => {
    writeFileSync(presentProgram(), program(plans('stop the daemon')));
    const { says } = agent(request('a', await serve(plans('stop the daemon'))));
    await says('switching');
  });

  test('gets the store as a copy, the flags of the agent, and no word to systemd', async () => {
    const said = join(path(), 'said');
    const look = `echo "$* $NOTIFY_SOCKET" >'${said}'; ls "$4" >>'${said}'; ${plans()}`;
    vi.stubEnv('NOTIFY_SOCKET', '/run/systemd/notify');
    onTestFinished(() => void vi.unstubAllEnvs());
    await agent(request('a', await serve(look))).says('switching');
    expect(readFileSync(said, 'utf8')).toBe(`agent rehearse --store ${files().staged}/store \nagent.db\n`);
  });
});

describe('a disk that becomes full', () => {
  test.each<[string, string, number]>([
    ['while the new version is unpacked', plans(), 60],
    // Visible in the copy of the store for the current version, because this one plans something.
    ['while the store is copied', `dd if=/dev/zero of="$4/../fill" bs=1M 2>/dev/null; ${plans('stop the daemon')}`, 0],
  ])('%s is told as that, and what was written is removed', async (_what, script, ballastMiB) => {
    install(smallDisk(48).path);
    const artifact = await serve(script, { ballastMiB });
    const { says } = agent(request('a', artifact));
    expect((await says('failed')).report?.reason).toMatch(
      /became full while unpacking the new version.*free disk space/,
    );
    await until('all of it is removed', () => !existsSync(files().fetched) && !existsSync(files().staged));
  });
});
