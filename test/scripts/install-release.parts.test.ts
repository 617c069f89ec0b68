import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer as createPlainServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { basename, join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { writeArchive } from '../../scripts/release/archive.ts';
import { installScript } from '../../scripts/release/install-script.ts';
import { artifactComment, signDigest } from '../../scripts/release/sign.ts';
import { digestOf } from '../../src/storage/digest.ts';
import { ownVersion } from '../../src/version.ts';
import { selfSigned } from '../harness/certificate.ts';
import { closeServer, listenHere } from '../harness/listen.ts';
import { archiveName, platform, sha256 } from '../harness/release-files.ts';
import { sharedFolder } from '../harness/scratch-folder.ts';
import { makeSigningKey } from '../harness/signing-key.ts';
import { isSoak } from '../harness/soak.ts';

const key = makeSigningKey();
/** The folder of a release whose program prints its version. */
let release: string;
/** Its install.sh. */
let script: string;
const scratch = sharedFolder('download');
const servers: Server[] = [];
let url: string;
let caFile: string;

beforeAll(async () => {
  script = join(scratch, 'install.sh');
  writeFileSync(script, installScript({ version: ownVersion(), channel: 'stable', keys: [key.publicText] }));
  release = await tinyRelease();
  const { keyFile, ...made } = selfSigned(scratch);
  caFile = made.caFile;
  const plainServer = createPlainServer(answerWithFile);
  const plainUrl = `http://localhost:${await listenHere(plainServer)}`;
  const server = createServer({ key: readFileSync(keyFile), cert: readFileSync(caFile) }, (request, answer) => {
    const { url: path = '/' } = request;
    if (path.startsWith('/moved/')) answer.writeHead(302, { location: `${plainUrl}/${basename(path)}` }).end();
    else answerWithFile(request, answer);
  });
  url = `https://localhost:${await listenHere(server)}`;
  servers.push(plainServer, server);
});
afterAll(() => Promise.all(servers.map(closeServer)));

/** Makes a release under the same name whose program is a shell script. Default: one that prints its version. */
async function tinyRelease(program = `echo ${ownVersion()}`): Promise<string> {
  const [stage, folder] = [mkdtempSync(join(scratch, 'stage-')), mkdtempSync(join(scratch, 'tiny-'))];
  mkdirSync(join(stage, 'bin'));
  writeFileSync(join(stage, 'bin/satrap'), `#!/bin/sh\n${program}\n`, { mode: 0o755 });
  const file = join(folder, archiveName);
  const name = archiveName.replace('.tar.gz', '');
  await writeArchive(stage, file, { name, mtime: new Date('2026-01-01T00:00:00Z'), level: 1 });
  await sign(folder);
  sum(folder);
  return folder;
}

async function sign(folder: string, { version = ownVersion(), by = key } = {}): Promise<void> {
  const comment = artifactComment({ version, platform, channel: 'stable', file: archiveName });
  const signature = signDigest(await digestOf(join(folder, archiveName)), by, comment);
  writeFileSync(join(folder, `${archiveName}.minisig`), signature);
}

/** Whoever can replace the archive can replace SHA256SUMS as well. */
const sum = (folder: string) =>
  writeFileSync(join(folder, 'SHA256SUMS'), `${sha256(join(folder, archiveName))}  ${archiveName}\n`);

function answerWithFile({ url: path = '/' }: IncomingMessage, answer: ServerResponse): void {
  const file = join(release, basename(path));
  if (existsSync(file)) answer.end(readFileSync(file));
  else answer.writeHead(404).end();
}

/** All that install.sh uses, and one of the programs that download. */
function toolsWith(downloader: string): string {
  const folder = mkdtempSync(join(scratch, 'tools-'));
  const tools =
    'sh uname mktemp grep sha256sum sed base64 tail head od openssl cat tar gzip mkdir ln mv chmod rm cp dirname readlink find sync df sort';
  const places = execFileSync('sh', ['-c', `for tool in ${tools} ${downloader}; do command -v $tool || exit; done`]);
  for (const place of places.toString().trim().split('\n')) symlinkSync(place, join(folder, basename(place)));
  return folder;
}

/** Puts a program in place of one of the tools. */
function replaceTool(tools: string, name: string, does: string): string {
  rmSync(join(tools, name), { force: true });
  writeFileSync(join(tools, name), `#!/bin/sh\n${does}\n`, { mode: 0o755 });
  return tools;
}

type InstallOptions = Partial<Record<'downloader' | 'host' | 'tools' | 'prefix' | 'temporary', string>> & {
  /** What the new version runs. */
  command?: readonly string[];
};

/** Where a control plane finds what it gives to hosts that join. */
const keptIn = (host: string) => join(host, 'opt/versions', ownVersion(), 'share/satrap/install');

/** Runs the release's install.sh from a folder of its own, as it lies after it was downloaded alone. */
async function install(
  from: string,
  { downloader = 'curl', host, tools, prefix, temporary, command = [] }: InstallOptions = {},
) {
  const folder = host ?? mkdtempSync(join(scratch, 'host-'));
  cpSync(script, join(folder, 'install.sh'));
  const wgetrc = join(folder, 'wgetrc');
  writeFileSync(wgetrc, `ca_certificate = ${caFile}\n`);
  const places = ['--prefix', prefix ?? join(folder, 'opt'), '--bin', join(folder, 'bin')];
  const words = command.length === 0 ? [] : ['--', ...command];
  // Killed runs leave their work there.
  const temporaryFolder = temporary ?? mkdtempSync(join(scratch, 'tmp-'));
  const { exitCode, stdout, stderr } = await execa(
    'sh',
    [join(folder, 'install.sh'), '--from', from, ...places, ...words],
    {
      env: { PATH: tools ?? toolsWith(downloader), CURL_CA_BUNDLE: caFile, WGETRC: wgetrc, TMPDIR: temporaryFolder },
      extendEnv: false,
      reject: false,
    },
  );
  return { exitCode, stdout, stderr, folder };
}

test.each(['curl', 'wget'])(
  'install.sh downloads a release with %s over https, checks and unpacks it',
  async (downloader) => {
    const { exitCode, stdout, stderr, folder } = await install(url, { downloader });
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toContain(`downloading ${archiveName} from ${url}`);
    const version = execFileSync(join(folder, 'bin/satrap'), ['--version'], { encoding: 'utf8' });
    expect(version.trim()).toBe(ownVersion());
    // For hosts that join, the control plane has the release's URL.
    expect(readFileSync(join(keptIn(folder), 'from'), 'utf8')).toBe(`${url}\n`);
    expect(readFileSync(join(keptIn(folder), 'install.sh'))).toEqual(readFileSync(script));
    const moved = await install(`${url}/moved`, { downloader });
    expect(moved).toMatchObject({
      exitCode: 1,
      stderr: expect.stringMatching(`could not download .*installs Satrap ${ownVersion()} alone`),
    });
    expect(existsSync(join(moved.folder, 'opt'))).toBe(false);
  },
);

const change = (folder: string) => {
  writeFileSync(join(folder, archiveName), 'other');
  return folder;
};
const spoiled: [string, RegExp, (folder: string) => unknown][] = [
  ['a changed archive', /hash of .* differs from SHA256SUMS/, change],
  ['a changed archive with its hash', /signature does not match/, (folder) => sum(change(folder))],
  ['an archive that somebody else signed', /does not trust/, (folder) => sign(folder, { by: makeSigningKey() })],
  [
    'an older archive, rightly signed, under the new name',
    /signature is valid, but the file is not/,
    (folder) => sign(folder, { version: '0.0.9' }),
  ],
  [
    'a changed comment',
    /comment of the signature was changed/,
    (folder) => {
      const file = join(folder, `${archiveName}.minisig`);
      writeFileSync(file, readFileSync(file, 'utf8').replace('channel:stable', 'channel:beta'));
    },
  ],
  ['no signature', /there is no .*minisig/, (folder) => rmSync(join(folder, `${archiveName}.minisig`))],
];
test.each(spoiled)('install.sh refuses %s, and installs nothing', async (_what, reason, spoil) => {
  const spoiltRelease = mkdtempSync(join(scratch, 'spoiled-'));
  cpSync(release, spoiltRelease, { recursive: true });
  await spoil(spoiltRelease);
  const { exitCode, stderr, folder } = await install(spoiltRelease);
  expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: expect.stringMatching(reason) });
  expect(existsSync(join(folder, 'opt'))).toBe(false);
});

test('install.sh under a strict umask makes a program that every user can run', async () => {
  const host = mkdtempSync(join(scratch, 'host-'));
  mkdirSync(join(host, 'opt'), { mode: 0o700 });
  const umask = process.umask(0o077);
  onTestFinished(() => void process.umask(umask));
  expect(await install(release, { host })).toMatchObject({ exitCode: 0, stderr: '' });
  for (const made of ['opt', 'opt/versions', `opt/versions/${ownVersion()}/bin/satrap`, 'bin'])
    expect([made, (statSync(join(host, made)).mode & 0o777).toString(8)]).toEqual([made, '755']);
});

test('install.sh leaves a whole program or no program when it is killed', async () => {
  const host = mkdtempSync(join(scratch, 'host-'));
  const target = join(host, 'opt/versions', ownVersion());
  const program = join(host, 'bin/satrap');
  const tools = toolsWith('curl');
  const count = join(host, 'count');
  const changing = ['mkdir', 'find', 'tar', 'chmod', 'sync', 'rm', 'mv', 'ln'];
  for (const tool of changing) {
    const real = execFileSync('readlink', ['-f', join(tools, tool)], { encoding: 'utf8' }).trim();
    // Ends its caller as a kill does, in place of the step whose number stands in the file.
    const counting = `read n <${count}; echo $((n - 1)) >${count}; [ $n != 1 ] || kill -9 $PPID`;
    replaceTool(tools, tool, `${counting}\nexec ${real} "$@"`);
  }
  const killedBefore = async (step: number) => {
    writeFileSync(count, `${step}\n`);
    return (await install(release, { host, tools })).exitCode !== 0;
  };
  const versionHere = () => execFileSync(program, ['--version'], { encoding: 'utf8' }).trim();
  let step = 1;
  for (; await killedBefore(step); step += isSoak() ? 1 : 3) {
    // From the first whole installation on, the next ones replace the same version by other content.
    if (existsSync(program)) expect([step, versionHere()]).toEqual([step, ownVersion()]);
    if (existsSync(join(target, '.sha256'))) writeFileSync(join(target, '.sha256'), 'other\n');
  }
  expect(step).toBeGreaterThan(changing.length);
  expect(versionHere()).toBe(ownVersion());
  const long = new Date('2026-01-01');
  for (const name of readdirSync(join(host, 'opt/versions')))
    if (name.startsWith('.new-')) utimesSync(join(host, 'opt/versions', name), long, long);
  writeFileSync(join(target, '.sha256'), 'other\n');
  expect(await killedBefore(0)).toBe(false);
  expect(readdirSync(join(host, 'opt/versions'))).toEqual([ownVersion()]);
});

test.each<[string, RegExp, () => InstallOptions, string?]>([
  ['over plain http, unless it is told so', /--insecure-http/, () => ({}), 'http://127.0.0.1:9/satrap'],
  ['to a prefix that a unit of systemd would read in another way', /--prefix must be/, () => ({ prefix: '/opt/50%' })],
  ['to a relative prefix', /--prefix must be/, () => ({ prefix: 'opt/satrap' })],
  [
    'while the pointers are those of an upgrade under way',
    /an agent upgrade is in progress/,
    () => ({ tools: replaceTool(toolsWith('curl'), 'systemctl', 'echo activating; exit 3'), prefix: '/opt/satrap' }),
  ],
  [
    'to a disk that is too full',
    /the disk of .* has 20 MiB free, and 400 MiB are needed; /,
    () => ({ tools: replaceTool(toolsWith('curl'), 'df', 'echo header; echo /dev/vda1 1000 990 20480 99% /') }),
  ],
])('install.sh downloads nothing %s, and says so in one line', async (_what, reason, options, from) => {
  const { exitCode, stdout, stderr, folder } = await install(from ?? 'https://localhost:9', options());
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
  expect(stderr).toMatch(/^satrap: .*$/);
  expect(stderr).toMatch(reason);
  expect(existsSync(join(folder, 'opt'))).toBe(false);
});

test('install.sh reports a read-only prefix before it downloads anything', async () => {
  const host = mkdtempSync(join(scratch, 'read-only-'));
  const program = `cd ${host} && exec setpriv --reuid 60999 --clear-groups sh install.sh --from https://localhost:9 --prefix ${host}/opt`;
  cpSync(script, join(host, 'install.sh'));
  for (const folder of [scratch, host]) chmodSync(folder, 0o755);
  const { exitCode, stdout, stderr } = await execa('sh', ['-c', program], { reject: false });
  expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
  expect(stderr).toMatch(/^satrap: cannot write to .*\/opt\/versions: run this as root, .*$/);
});

/** A host with a version under these pointers. Its program is there. */
function hostWith(version: string, ...pointers: readonly string[]): string {
  const host = mkdtempSync(join(scratch, 'with-'));
  mkdirSync(join(host, 'opt/versions', version, 'bin'), { recursive: true });
  writeFileSync(join(host, 'opt/versions', version, 'bin/satrap'), '#!/bin/sh\n', { mode: 0o755 });
  for (const pointer of pointers) symlinkSync(`versions/${version}`, join(host, 'opt', pointer));
  return host;
}
const agent = ['current', 'watcher'] as const;
const versionOf = (host: string, pointer = 'current') => readlinkSync(join(host, 'opt', pointer));

test.each<[string, string, readonly string[], readonly string[], string]>([
  ['a newer command line', '99.0.0-rc.1', ['current'], [], 'rm '],
  ['a newer command line of a control plane', '99.0.0', ['current', 'control-plane'], [], '-- control-plane rollback'],
  ['a newer agent', '99.0.0', agent, ['agent', 'install'], 'satrap agent rollback'],
  [
    'a newer control plane',
    '99.0.0',
    ['current', 'control-plane'],
    ['control-plane', 'upgrade'],
    '-- control-plane roll',
  ],
  ['an agent of another version, whose command line it is', '0.0.1', agent, [], '-- agent install'],
])(
  'install.sh changes nothing on a host with %s, and says how to go on',
  async (_what, version, pointers, command, cure) => {
    const host = hostWith(version, ...pointers);
    const { exitCode, stdout, stderr } = await install('https://localhost:9', { host, command });
    expect({ exitCode, stdout }).toEqual({ exitCode: 1, stdout: '' });
    expect(stderr).toMatch(/^satrap: nothing was changed: .*$/);
    expect(stderr).toContain(cure);
  },
);

test('install.sh replaces a command line that is no agent’s', async () => {
  const host = hostWith(`${ownVersion()}-rc.1`, 'current');
  expect((await install(release, { host })).exitCode).toBe(0);
  expect(versionOf(host)).toBe(`versions/${ownVersion()}`);
});

test.each([
  ['install', '0.0.1'],
  ['rollback', '99.0.0'],
])('install.sh leaves the version of an agent to its watcher with agent %s', async (verb, version) => {
  const host = hostWith(version, ...agent);
  const from = await tinyRelease(`echo ${ownVersion()} "$@"`);
  const { exitCode, stdout } = await install(from, { host, command: ['agent', verb, '--yes'] });
  expect([exitCode, stdout]).toEqual([0, expect.stringContaining(`${ownVersion()} agent ${verb} --yes`)]);
  expect(versionOf(host)).toBe(`versions/${version}`);
  expect(readdirSync(join(host, 'opt/versions'))).toContain(ownVersion());
});

test('install.sh of an earlier version rolls a control plane back whose commands hang', async () => {
  const host = hostWith('99.0.0', 'current', 'control-plane');
  const hung = join(host, 'opt/versions/99.0.0/bin/satrap');
  writeFileSync(hung, '#!/bin/sh\nexec sleep 1000\n');
  const from = await tinyRelease(`echo ${ownVersion()} "$@"`);
  const { exitCode, stdout } = await install(from, { host, command: ['control-plane', 'rollback', '--yes'] });
  expect([exitCode, stdout]).toEqual([0, expect.stringContaining(`${ownVersion()} control-plane rollback --yes`)]);
});

test('install.sh with --dry-run runs the command and leaves nothing behind', async () => {
  const [host, temporary] = [hostWith('0.0.1', ...agent), mkdtempSync(join(scratch, 'tmp-'))];
  const from = await tinyRelease(`echo ${ownVersion()} "$@"; cd "\${0%/bin/satrap}/.." && echo *`);
  const command = ['agent', 'install', '--dry-run'];
  const { exitCode, stdout } = await install(from, { host, temporary, command });
  // The program sees the versions that are here.
  expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/agent install --dry-run\n0\.0\.1 /)]);
  expect(readdirSync(join(host, 'opt/versions'))).toEqual(['0.0.1']);
  expect(existsSync(join(host, 'bin'))).toBe(false);
  expect(readdirSync(temporary)).toEqual([]);
});

test('install.sh removes work folders of killed runs after an hour', async () => {
  const temporary = mkdtempSync(join(scratch, 'tmp-'));
  const names = ['satrap-install.killed', 'satrap-install.running', 'other'];
  for (const name of names) mkdirSync(join(temporary, name));
  const long = new Date('2026-01-01');
  for (const name of ['satrap-install.killed', 'other']) utimesSync(join(temporary, name), long, long);
  expect((await install(release, { temporary })).exitCode).toBe(0);
  expect(readdirSync(temporary).toSorted()).toEqual(['other', 'satrap-install.running']);
});

test('install.sh has one pointer to a version, is repeatable, and names the next step', async () => {
  const lastLines = (stdout: string) => stdout.slice(stdout.indexOf('satrap: next')).split('\n');
  const { exitCode, stdout, folder: host } = await install(release);
  expect(exitCode).toBe(0);
  expect(lastLines(stdout)).toEqual([
    'satrap: next, on a host for nodes: satrap agent install --url https://YOUR-CONTROL-PLANE/graphql',
    'satrap: or, for a control plane: satrap control-plane install --email YOU --organization NAME',
  ]);
  symlinkSync(`versions/${ownVersion()}`, join(host, 'opt/control-plane'));
  const again = await install(release, { host });
  expect(again).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('already exists') });
  // Or the files, of a release that lay in a folder.
  const kept = new Set(['SHA256SUMS', 'install.sh', archiveName, `${archiveName}.minisig`]);
  expect(new Set(readdirSync(keptIn(host)))).toEqual(kept);
  expect(lastLines(again.stdout)).toEqual(['satrap: next, to upgrade the control plane: satrap control-plane upgrade']);
  expect(readdirSync(join(host, 'opt/versions'))).toEqual([ownVersion()]);
  expect(readlinkSync(join(host, 'opt/current'))).toBe(`versions/${ownVersion()}`);
});

test('install.sh names the package of a library that Node lacks, and links nothing', async () => {
  const words = 'node: error while loading shared libraries: libatomic.so.1: cannot open shared object file';
  const { exitCode, stderr, folder } = await install(await tinyRelease(`echo '${words}' >&2; exit 127`));
  expect({ exitCode, stderr }).toEqual({ exitCode: 1, stderr: expect.stringContaining('apt-get install libatomic1') });
  expect(existsSync(join(folder, 'opt/current'))).toBe(false);
});
