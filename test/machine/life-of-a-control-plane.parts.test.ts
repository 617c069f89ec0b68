import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownVersion } from '../../src/version.ts';
import { writeBeside } from '../harness/previous-release.ts';
import { releaseVariants, type Variant } from '../harness/release-variant.ts';
import { sharedRelease } from '../harness/shared-release.ts';
import { isSoak } from '../harness/soak.ts';
import { until } from '../harness/until.ts';
import { Box } from './box.ts';
import { ensureBoxImage } from './box-image.ts';
import { documented } from './documented.ts';

// One machine, on which these tests follow one another, as the days of an operator of both programs do.

const unit = 'satrap-control-plane';
const publicUrl = 'http://127.0.0.1:4100';
const origin = 'http://127.0.0.1:4101';
/** Its program ends when it is to serve; before that, it migrates the database as each start does. */
const broken = '99.1.0';
const better = '99.2.0';
/** With this file, each command of the better version hangs, and its service as well. */
const hangs = '/run/better-hangs';
const ofVariants = {
  migration: 'ALTER TABLE "node" ADD COLUMN "of_a_variant" integer',
  node: `/opt/satrap/versions/${ownVersion()}/bin/node`,
};
const variants: Variant[] = [
  {
    ...ofVariants,
    version: broken,
    begin: `if [ "\${1:-} \${2:-}" = 'control-plane serve' ]; then "$0" control-plane create-key --purpose personal >/dev/null; echo broken on purpose >&2; exit 1; fi`,
  },
  { ...ofVariants, version: better, begin: `[ ! -e ${hangs} ] || exec sleep 1000` },
];

let box: Box;
const ends = new AsyncDisposableStack();
/** The first owner's. */
let key = '';

beforeAll(async () => {
  const [release] = await Promise.all([sharedRelease(), ensureBoxImage('bookworm', AbortSignal.timeout(240_000))]);
  box = await Box.boot('bookworm');
  ends.defer(() => box.destroy());
  await box.copyIn(release.folder, '/root/release');
  const folder = mkdtempSync(join(tmpdir(), 'satrap-variants-'));
  ends.defer(() => rmSync(folder, { recursive: true }));
  for (const archive of await releaseVariants(folder, variants)) {
    const target = join(folder, archive.version);
    mkdirSync(target);
    const file = join(target, basename(archive.file));
    renameSync(archive.file, file);
    writeBeside({ ...archive, file }, release.key);
    await box.copyIn(target, `/root/${archive.version}`);
  }
  // What somebody else keeps where releases lie, made under the umask of a hardened host.
  await box.do('umask 077; mkdir -p /opt/satrap/clone && echo of somebody >/opt/satrap/clone/file');
}, 600_000);
afterAll(() => ends.disposeAsync(), 60_000);

const install = (words: string, from = '/root/release') => box.run(`umask 077; sh ${from}/install.sh -- ${words}`);
const property = (name: string, of = unit) => box.do(`systemctl show -p ${name} --value ${of}`);
const versionOf = (pointer: string) => box.do(`basename $(readlink /opt/satrap/${pointer})`);
const versions = () => box.do('ls /opt/satrap/versions');
/** Runs a command of people, as the first owner. */
const asOwner = (words: string, url = origin) =>
  box.do(`SATRAP_API_KEY=${key} satrap ${words} --url ${url}/graphql 2>/root/hints`);

const isReady = async (url = origin) =>
  (await box.run(`satrap control-plane health --port ${new URL(url).port}`)).code === 0 &&
  (await property('ActiveState')) === 'active';
/** Asks it with Bash, which takes a hundredth of the program's CPU time. */
const ask = (lines: string[], body = ''): Promise<string> => {
  const text = [...lines, 'Host: 127.0.0.1:4101', 'Connection: close', '', body].join('\r\n');
  return box.do("bash -c 'exec 3<>/dev/tcp/127.0.0.1/4101 && cat >&3 && cat <&3' 2>&1 || true", text);
};
const untilReady = async () => {
  const answers = async () =>
    (await ask(['GET /healthz HTTP/1.1'])).startsWith('HTTP/1.1 200 ') && (await property('ActiveState')) === 'active';
  await until('the control plane answers', answers, 120_000, 500);
  expect(await isReady()).toBe(true);
};
/** The name and the state of each host, as the first owner sees them. */
const hosts = async (): Promise<string> => {
  const body = '{"query":"{ executors { name status } }"}';
  const headers = [`Authorization: Bearer ${key}`, 'Content-Type: application/json', `Content-Length: ${body.length}`];
  return (await ask(['POST /graphql HTTP/1.1', ...headers], body)).replace(/^.*\r\n\r\n/s, '');
};
const isThere = async (path: string) => (await box.run(`test -e ${path}`)).code === 0;

test('names all reasons at once, and changes nothing, on a host where it cannot serve', async () => {
  await box.do(
    'systemd-run --unit taker --quiet perl -MIO::Socket::INET -e \'my $s = IO::Socket::INET->new(Listen => 1, LocalAddr => "127.0.0.1:4100"); sleep 600\'',
  );
  await until('the port is taken', async () => (await box.run('ss -Hltn sport = :4100')).text.includes('4100'));
  const { code, text } = await install('control-plane install');
  expect([code, text]).toEqual([
    1,
    expect.stringMatching(
      /nothing was changed:\n +Cannot use port 4100 .*in use by another program.*\n +There is no owner yet. Add --email[\s\S]*only the program remains, in \/opt\/satrap/,
    ),
  ]);
  expect(await isThere('/var/lib/satrap-control-plane')).toBe(false);
  expect((await box.run(`getent passwd ${unit}; systemctl cat ${unit}`)).text).not.toContain('ExecStart');
  await box.do('systemctl stop taker');
});

test('installs a release in one line, prints the link, and serves', async () => {
  const words = `control-plane install --email you@example.com --organization Example --public-url ${publicUrl}`;
  expect(await box.do(`satrap ${words} --dry-run`)).toContain('would start the control plane');
  expect(await isThere('/var/lib/satrap-control-plane')).toBe(false);
  const { code, text } = await install(words);
  expect([code, text]).toEqual([
    0,
    expect.stringMatching(new RegExp(`Set the password at: +${publicUrl}/[\\s\\S]*serves at ${publicUrl}`)),
  ]);
  key = /Personal API key: +(\S+)/.exec(text)?.[1] ?? '';
  expect(await isReady(publicUrl)).toBe(true);
  expect(await asOwner('executors list --json', publicUrl)).toBe('[]');
  expect(await box.do(`ps -o user= -p $(systemctl show -p MainPID --value ${unit})`)).toMatch(/^satrap-/);
  expect(await box.do(`systemctl is-enabled ${unit}`)).toBe('enabled');
  expect(await property('ActiveState', `${unit}-backup.timer`)).toBe('active');
  await box.do(documented('control-plane/operate.md#daily-backups'));
  expect(await box.do('stat -c "%U %a" /var/lib/satrap-control-plane/backups/*')).toBe('satrap-control-plane 600');
  const checked = await box.run(documented('control-plane/operate.md#check-the-control-plane'));
  expect([checked.code, checked.text.match(/^[!✗] [^:]*/gm)], checked.text).toEqual([0, null]);
  expect(checked.text).toContain(`address: ${publicUrl}, ready`);
  const exposure = await box.do(`systemd-analyze security --no-pager ${unit} | tail -1`);
  expect(Number(/level for \S+: ([\d.]+)/.exec(exposure)?.[1])).toBeLessThanOrEqual(2);
  expect(await box.do('stat -c "%U %a" /var/lib/satrap-control-plane /etc/satrap/control-plane.env')).toBe(
    'satrap-control-plane 700\nroot 600',
  );
  expect(await box.do(`stat -c %a /opt/satrap /etc/satrap /etc/systemd/system/${unit}.service`)).toBe('755\n755\n644');
});

test('one command turns daily backups off until the next installation', async () => {
  expect(await box.do(documented('control-plane/operate.md#daily-backups/2'))).toMatch(
    /^Disabled satrap-control-plane-backup\.timer on this host\.\nBackups are no longer scheduled/,
  );
  expect(await box.run(`systemctl is-enabled ${unit}-backup.timer`)).toMatchObject({ code: 1 });
  expect(await property('ActiveState', `${unit}-backup.timer`)).toBe('inactive');
});

test('a second installation changes given settings, and repairs folder modes', async () => {
  const modes = `/opt/satrap /opt/satrap/versions /etc/systemd/system/${unit}.service`;
  await box.do(`chmod 700 ${modes}`);
  expect(await property('WatchdogUSec')).toBe('1min');
  // For the watchdog test.
  const dropIn = `/run/systemd/system/${unit}.service.d`;
  await box.do(`mkdir -p ${dropIn} && printf '[Service]\\nWatchdogSec=8\\n' >${dropIn}/quick.conf`);
  await box.do('systemctl daemon-reload');
  const words = `control-plane install --port 4101 --public-url ${origin}`;
  expect(await box.do(`umask 077; satrap ${words}`)).toContain(`serves at ${origin}`);
  expect(await property('ActiveState', `${unit}-backup.timer`)).toBe('active');
  expect(await box.do(`stat -c %a ${modes}`)).toBe('755\n755\n644');
  expect(await hosts()).toContain('"executors":[]');
});

/** Debian's curl is not on the machine: this one downloads a URL, with the Node of the release. */
const curl = `#!/bin/sh
for url; do :; done
out=/dev/stdout
while [ $# -gt 1 ]; do [ "$1" != -o ] || out=$2; shift; done
exec /opt/satrap/current/bin/node -e 'fetch(process.argv[1]).then(async (answer) => answer.ok
  ? require("fs").writeFileSync(process.argv[2], Buffer.from(await answer.arrayBuffer())) : process.exit(22))' "$url" "$out"
`;

test('installs an agent beside it with the console’s line, from its release', async () => {
  await box.do('cat >/usr/local/bin/curl && chmod 755 /usr/local/bin/curl', curl);
  const line = (token: string, words = '') =>
    box.run(`umask 077; curl -fsSL ${origin}/install | SATRAP_ENROLMENT_TOKEN=${token} sh ${words}`);
  expect(await line('satrap_e_made-up')).toMatchObject({ code: 5, text: expect.stringContaining('tokens create') });
  expect(await line(await asOwner('tokens create'), '-s -- --wait 60')).toMatchObject({
    code: 0,
    text: expect.stringMatching(
      /downloading satrap-.* from http[\s\S]*verifying hash and signature[\s\S]*box is online/,
    ),
  });
  // A host that has joined is not told to join.
  expect(await box.do('sh /root/release/install.sh')).toMatch(
    /is installed\n.*to restart the agent as \S+: satrap agent install\n.*to upgrade the control plane: satrap control-plane upgrade$/,
  );
});

test('the watchdog restarts a control plane that hangs, which also serves after a boot', async () => {
  const hung = await property('MainPID');
  await box.do(`kill -STOP ${hung}`);
  const anotherRuns = async () => !['0', hung].includes(await property('MainPID'));
  await until('another one runs', anotherRuns, 120_000, 500);
  expect(await box.do(`journalctl -u ${unit} -o cat`)).toMatch(/Watchdog timeout/);
  await box.do('rm -r /run/systemd/system/satrap-control-plane.service.d && systemctl daemon-reload');
  // The soak boots it. What is enabled is started here as at a boot, which takes a fifth of the CPU time.
  if (isSoak()) await box.reboot();
  else await box.do(`systemctl stop ${unit} satrap-agent && systemctl start multi-user.target`);
  await untilReady();
  expect(await hosts()).toContain('"box"');
});

test('rolls back a version that migrates and then fails, with the previous database', async () => {
  const pid = await property('MainPID', 'satrap-agent');
  const { code, text } = await install('control-plane upgrade', `/root/${broken}`);
  expect([code, text]).toEqual([
    1,
    expect.stringMatching(
      new RegExp(
        `${broken} does not serve: .*broken on purpose[\\s\\S]*Rolled back to ${ownVersion()}, which serves; the database was restored`,
      ),
    ),
  ]);
  expect(await isReady()).toBe(true);
  expect(await versions()).toBe(ownVersion());
  expect(await versionOf('control-plane')).toBe(ownVersion());
  expect(await hosts()).toContain('"box"');
  // What the failed version wrote.
  expect(await box.do(`journalctl -u ${unit} -o cat`)).toMatch(/Restored \d+ rows/);
  // The agent runs its own version, and was not restarted.
  expect([await versionOf('current'), await property('MainPID', 'satrap-agent')]).toEqual([ownVersion(), pid]);
});

// The unit itself rolls back, with the same journal as above.
if (isSoak())
  test('an upgrade whose command is killed ends by itself with a version that serves', async () => {
    await box.do(`systemd-run --unit upgrading --quiet sh /root/${broken}/install.sh -- control-plane upgrade`);
    await until('the pointer is moved', async () => (await versionOf('control-plane')) === broken);
    await box.do('systemctl kill -s KILL upgrading');
    await until('it is rolled back', async () => (await versionOf('control-plane')) === ownVersion());
    await untilReady();
    expect(await hosts()).toContain('"box"');
  });

test('an upgrade backs up before migrating; a rollback restores only if requested', async () => {
  const upgrade = documented('control-plane/install.md#upgrade', {
    'curl -fsSLO https://releases.example.com/satrap/1.5.0/install.sh': `cd /root; cp /root/${better}/install.sh .`,
    'https://releases.example.com/satrap/1.5.0': `/root/${better}`,
  });
  expect(await box.do(`umask 077; ${upgrade}`)).toContain(`now runs ${better}`);
  expect([await versionOf('control-plane'), await versionOf('current')]).toEqual([better, ownVersion()]);
  expect((await versions()).split('\n')).toEqual([ownVersion(), better]);
  expect(await box.do('satrap --version; satrap control-plane --help >/dev/null')).toBe(ownVersion());
  expect(await box.do('stat -c "%U %a" /var/lib/satrap-control-plane/before-*.backup')).toBe(
    'satrap-control-plane 600',
  );
  const refused = await box.run('satrap control-plane upgrade');
  expect(refused).toMatchObject({
    code: 1,
    text: expect.stringContaining(`${better}, which is newer than ${ownVersion()}`),
  });
  expect(await box.run('satrap control-plane rollback --yes')).toMatchObject({
    code: 1,
    text: expect.stringContaining('add --restore-backup'),
  });
  expect(await box.do('satrap control-plane rollback --yes --restore-backup')).toContain(`now runs ${ownVersion()}`);
  expect(await box.do(`journalctl -u ${unit} -o cat`)).toMatch(
    new RegExp(
      `^upgrade: Restored \\d+ rows .*\nupgrade: rolled back from ${better} to ${ownVersion()}: as requested$`,
      'm',
    ),
  );
  expect(await asOwner('executors list --json')).toContain('"box"');
});

test('commands of root use the settings of the service, and say so where they fail', async () => {
  await box.do('echo DATABASE_URL=mysql://nowhere/none >>/etc/satrap/control-plane.env');
  for (const words of ['backup /root/none', 'create-key --purpose personal', 'reset-password you@example.com'])
    expect(await box.run(`satrap control-plane ${words}`)).toMatchObject({
      code: 1,
      text: expect.stringMatching(/DATABASE_URL.*with the settings of \/etc\/satrap\/control-plane\.env/s),
    });
  await box.do('sed -i /^DATABASE_URL/d /etc/satrap/control-plane.env');
  await box.do('echo SATRAP_CONTROL_PLANE_DATA=/root/elsewhere >>/etc/satrap/control-plane.env');
  expect(await box.run('satrap control-plane backup /root/none')).toMatchObject({
    code: 1,
    text: expect.stringMatching(/\/root\/elsewhere.*with the settings of/s),
  });
  await box.do('sed -i /^SATRAP_CONTROL_PLANE_DATA/d /etc/satrap/control-plane.env');
});

test('uninstalls the control plane without the agent; a backup serves elsewhere', async () => {
  await box.do('satrap control-plane backup /root/last.backup');
  const left = await box.do('satrap control-plane uninstall --yes');
  expect(left).toMatch(/Left in place:\n +\/var\/lib\/satrap-control-plane/);
  expect((await box.run('systemctl list-unit-files --no-legend "satrap-control-plane*"')).text.trim()).toBe('');
  await box.do('systemctl restart satrap-agent && satrap agent status');
  expect(await isThere('/var/lib/satrap-control-plane')).toBe(true);
  await box.do(/delete them:\n +(.*)/.exec(left)?.[1] ?? 'false');
  expect(await isThere('/var/lib/satrap-control-plane')).toBe(false);
  const restored = await box.do('satrap control-plane restore /root/last.backup');
  expect(restored).toContain('satrap control-plane install');
  const words = `control-plane install --port 4101 --public-url ${publicUrl}`;
  expect(await box.do(`satrap ${words}`)).toContain(`serves at ${origin}`);
  await until('the agent is online', async () => (await hosts()).includes('"online"'), 120_000, 500);
});

test('an uninstalled agent leaves the control plane’s program and the command', async () => {
  expect(await box.do('satrap agent uninstall --yes')).toContain('uninstalled');
  expect(await hosts()).toContain('"box"');
});

test('one command leads back from a version whose commands and service hang', async () => {
  expect(await install('control-plane upgrade', `/root/${better}`)).toMatchObject({ code: 0 });
  expect([await versionOf('control-plane'), await versionOf('current')]).toEqual([better, better]);
  await box.do(`touch ${hangs}; systemctl restart --no-block ${unit}`);
  await until('the service hangs', async () => (await property('ActiveState')) === 'activating');
  expect((await box.run('timeout 2 satrap control-plane rollback --yes --restore-backup')).code).toBe(124);
  const rollback = documented('control-plane/install.md#upgrade/2', {
    'sh install.sh': 'sh /root/release/install.sh',
    'https://releases.example.com/satrap/1.4.0': '/root/release',
    rollback: 'rollback --yes --restore-backup',
  });
  expect(await box.do(rollback)).toContain(`now runs ${ownVersion()}`);
  expect(await hosts()).toContain('"box"');
  // Commands of people no longer hang either.
  expect(await box.do('satrap --version')).toBe(ownVersion());
  await box.do(`rm ${hangs}`);
});

test('after agent and control plane were uninstalled, only files of others remain', async () => {
  await box.do(`systemctl stop ${unit}`);
  // It uses the settings of the service as well.
  expect(await box.do('satrap control-plane reset-password you@example.com')).toContain(`${publicUrl}/`);
  await box.do('satrap control-plane uninstall --yes --remove-data');
  expect(await box.do('ls -A /opt/satrap; cat /opt/satrap/clone/file')).toBe('clone\nof somebody');
  expect((await box.run('command -v satrap; getent passwd satrap satrap-control-plane')).text).toBe('');
  const left =
    'ls -d /var/lib/satrap* /etc/satrap/control-plane.env 2>/dev/null; systemctl list-unit-files --no-legend "satrap*"';
  expect((await box.run(left)).text.trim()).toBe('');
});
