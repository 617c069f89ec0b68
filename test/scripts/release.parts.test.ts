import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commandTree, flatten } from '../../scripts/release/command-tree.ts';
import { releasedCommands } from '../../scripts/release/released-program.ts';
import { artifactComment, readSecretKey, signDigest } from '../../scripts/release/sign.ts';
import { checkRelease } from '../../src/control-plane/fleet/releases/check-release.ts';
import { readArtifactComment } from '../../src/release/artifact-comment.ts';
import { digestOf, readPublicKey, verifyDigest } from '../../src/release/minisign.ts';
import { ownVersion } from '../../src/version.ts';
import { archiveName, platform, type Sbom, sha256, writeRelease } from '../harness/release-files.ts';
import { type SharedRelease, sharedRelease } from '../harness/shared-release.ts';
import { makeSigningKey } from '../harness/signing-key.ts';

let release: SharedRelease;
/** What this file makes besides. */
let scratch: string;
/** The archive, unpacked. */
let unpacked: string;

beforeAll(async () => {
  scratch = mkdtempSync(join(tmpdir(), 'satrap-release-test-'));
  release = await sharedRelease();
  execFileSync('tar', ['-xzf', join(release.folder, archiveName), '-C', scratch]);
  unpacked = join(scratch, archiveName.replace('.tar.gz', ''));
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

test('two releases of one source are the same byte for byte', async () => {
  const former = process.umask(0o077);
  const second = join(scratch, 'second');
  await writeRelease(second, release.key);
  process.umask(former);
  const files = readdirSync(release.folder);
  expect(files).toEqual(readdirSync(second));
  expect(files.length).toBe(6);
  for (const file of files)
    expect([file, sha256(join(second, file))]).toEqual([file, sha256(join(release.folder, file))]);
});

test('SHA256SUMS holds for the files that it names', () => {
  const { status, stdout } = spawnSync('sha256sum', ['-c', 'SHA256SUMS'], { cwd: release.folder, encoding: 'utf8' });
  expect(status).toBe(0);
  expect(stdout.trim().split('\n')).toHaveLength(3);
});

test('release.json is what the catalog takes, with the archive as it is', () => {
  const described = JSON.parse(readFileSync(join(release.folder, 'release.json'), 'utf8'));
  expect(() => checkRelease(described)).not.toThrow();
  expect(described).toMatchObject({ version: ownVersion(), channel: 'stable', notes: 'A test.' });
  const archive = join(release.folder, archiveName);
  expect(described.artifacts).toEqual([
    {
      platform,
      url: `https://releases.example.com/satrap/${archiveName}`,
      sizeBytes: readFileSync(archive).length,
      sha256: sha256(archive),
      signature: readFileSync(`${archive}.minisig`, 'utf8'),
    },
  ]);
});

test.each([['--key'], ['--trust'], ['--notes']])(
  'a file of %s that is missing is named in one line, before anything is built',
  (option) => {
    const script = join(import.meta.dirname, '../../scripts/release.ts');
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, option, '/nowhere/file'], {
      encoding: 'utf8',
    });
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
    expect(stderr).toMatch(new RegExp(`^release: cannot read ${option} /nowhere/file: ENOENT.*\\n$`));
  },
);

describe('the signature', () => {
  test('is accepted by Debian’s minisign, with a comment that names version, platform and channel', () => {
    const publicFile = join(scratch, 'release.pub');
    writeFileSync(publicFile, release.key.publicText);
    const args = ['-V', '-p', publicFile, '-m', join(release.folder, archiveName)];
    const { status, stdout } = spawnSync('minisign', args, { encoding: 'utf8' });
    expect(status).toBe(0);
    const comment = /Trusted comment: (.*)/.exec(stdout)?.[1] ?? '';
    expect(readArtifactComment(comment)).toEqual({
      version: ownVersion(),
      platform,
      channel: 'stable',
      file: archiveName,
    });
  });

  test('of Debian’s minisign is accepted by us, and its keys are read', async () => {
    const [pub, sec, file] = ['m.pub', 'm.key', 'some-file'].map((name) => join(scratch, name)) as [
      string,
      string,
      string,
    ];
    writeFileSync(file, 'something to sign');
    execFileSync('minisign', ['-G', '-W', '-f', '-p', pub, '-s', sec], { stdio: 'ignore' });
    execFileSync('minisign', ['-S', '-s', sec, '-m', file, '-t', 'by minisign'], { stdio: 'ignore' });
    const trusted = [readPublicKey(readFileSync(pub, 'utf8'))];
    const digest = await digestOf(file);
    expect(verifyDigest(digest, readFileSync(`${file}.minisig`, 'utf8'), trusted)).toBe('by minisign');
    const ours = signDigest(digest, readSecretKey(readFileSync(sec, 'utf8')), 'by us');
    expect(verifyDigest(digest, ours, trusted)).toBe('by us');
  });
});

describe('the archive', () => {
  test('runs without any other Node', () => {
    const run = (...args: string[]) =>
      execFileSync(join(unpacked, 'bin/satrap'), args, { env: { PATH: '/usr/bin:/bin' }, encoding: 'utf8' });
    expect(run('--version').trim()).toBe(ownVersion());
    expect(run('agent', 'run', '--help')).toContain('--docker-socket');
  });

  test('holds neither gRPC, nor SSH and BuildKit, which no agent uses', () => {
    const { components } = JSON.parse(readFileSync(join(unpacked, 'sbom.cdx.json'), 'utf8')) as Sbom;
    const names = components.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['node', 'dockerode', 'zod', 'commander']));
    const unwanted = ['@grpc/grpc-js', 'ssh2', 'protobufjs'];
    expect(names.filter((name) => unwanted.includes(name))).toEqual([]);
  });

  test('lists the control plane among its commands, and starts it from an entry of its own', () => {
    const run = (...args: string[]) => execFileSync(join(unpacked, 'bin/satrap'), args, { encoding: 'utf8' });
    expect(run('--help')).toMatch(/control-plane .*install[\s\S]*nodes/);
    expect(run('help', 'control-plane')).toContain('create-key');
    expect(run('control-plane', 'serve', '--help')).toContain('--trusted-proxy');
  });

  test('comes with a list of its parts in CycloneDX, each with version, hash and license', () => {
    const sbom = JSON.parse(readFileSync(join(release.folder, `${archiveName}.cdx.json`), 'utf8')) as Sbom;
    expect(sbom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6' });
    for (const { name, version, hashes, licenses } of sbom.components) {
      expect([name, version]).toEqual([name, expect.stringMatching(/^\d+\.\d+/)]);
      expect([name, hashes?.[0]?.content]).toEqual([name, expect.stringMatching(/^[0-9a-f]{64,128}$/)]);
      expect([name, licenses.length]).toEqual([name, 1]);
    }
  });

  test('comes with a man page of every command, each with its options', async () => {
    const page = readFileSync(join(unpacked, 'share/man/man1/satrap.1'), 'utf8');
    const asShown = (text: string) => text.replaceAll('-', '\\-');
    const commands = flatten(await commandTree(releasedCommands)).filter(({ commands }) => commands.length === 0);
    expect(commands.map(({ words }) => words)).toEqual(
      expect.arrayContaining(['satrap agent run', 'satrap nodes create', 'satrap hosts drain']),
    );
    for (const { words, options } of commands) {
      const at = page.indexOf(`.SS ${asShown(words)} `);
      expect([words, at > 0]).toEqual([words, true]);
      const section = page.slice(at + 1).split('\n.SS ')[0] ?? '';
      for (const { flags } of options)
        expect([words, flags, section.includes(asShown(flags))]).toEqual([words, flags, true]);
    }
  });

  test.each(['share/bash-completion/completions/satrap', 'share/zsh/site-functions/_satrap'])(
    '%s knows every command with its options',
    async (file) => {
      const text = readFileSync(join(unpacked, file), 'utf8');
      for (const { words, options, commands } of flatten(await commandTree(releasedCommands))) {
        const [, offered = ''] = new RegExp(`^ *'${words}'\\) words='([^']*)'`, 'm').exec(text) ?? [];
        const known = [
          ...commands.map((child) => child.words.split(' ').at(-1)),
          ...options.flatMap(({ names }) => names.filter((name) => name.startsWith('--'))),
        ];
        expect([words, offered.split(' ').filter(Boolean)]).toEqual([words, known]);
      }
    },
  );

  test('completes every command with its options in fish', async () => {
    const lines = readFileSync(join(unpacked, 'share/fish/vendor_completions.d/satrap.fish'), 'utf8').split('\n');
    for (const { words, options, commands } of flatten(await commandTree(releasedCommands))) {
      const here = lines.filter((line) => line.includes(`__satrap_at "${words}"`)).length;
      const longNames = options.flatMap(({ names }) => names.filter((name) => name.startsWith('--')));
      expect([words, here]).toEqual([words, commands.length + longNames.length]);
    }
  });

  test.each([
    ['satrap nod', 'nodes'],
    ['satrap nodes crea', 'create'],
    ['satrap agent run --docker-s', '--docker-socket'],
    ['satrap --json nodes lis', 'list'],
  ])('completes «%s» in bash', (line, expected) => {
    const words = line.split(' ');
    const script = `source "$1"; COMP_WORDS=(${words.join(' ')}); COMP_CWORD=${words.length - 1}; _satrap; echo "\${COMPREPLY[*]}"`;
    const file = join(unpacked, 'share/bash-completion/completions/satrap');
    expect(execFileSync('bash', ['-c', script, 'bash', file], { encoding: 'utf8' }).trim()).toBe(expected);
  });
});

describe('install.sh', () => {
  const install = (folder: string, ...args: string[]) => {
    const places = ['--prefix', join(folder, 'opt'), '--bin', join(folder, 'bin')];
    return spawnSync('sh', [join(folder, 'install.sh'), ...places, ...args], { encoding: 'utf8' });
  };
  /** A copy of the release, so that one can spoil it. */
  const copy = (name: string) => {
    const folder = join(scratch, name);
    cpSync(release.folder, folder, { recursive: true });
    return folder;
  };
  /** Makes SHA256SUMS true again: whoever can replace the archive can replace that as well. */
  const sum = (folder: string) =>
    writeFileSync(join(folder, 'SHA256SUMS'), `${sha256(join(folder, archiveName))}  ${archiveName}\n`);

  test('puts the version below the prefix, with one pointer, and can be repeated', () => {
    const folder = copy('good');
    expect(install(folder)).toMatchObject({ status: 0, stdout: expect.stringContaining('is installed') });
    expect(install(folder)).toMatchObject({ status: 0, stdout: expect.stringContaining('already exists') });
    const version = execFileSync(join(folder, 'bin/satrap'), ['--version'], { encoding: 'utf8' });
    expect(version.trim()).toBe(ownVersion());
    expect(readdirSync(join(folder, 'opt/versions'))).toEqual([ownVersion()]);
    expect(existsSync(join(folder, 'opt/current/bin/node'))).toBe(true);
    expect(existsSync(join(folder, 'opt/current/share/satrap/release-keys/1.pub'))).toBe(true);
    rmSync(folder, { recursive: true });
  });

  const spoiled: [string, RegExp, (folder: string) => Promise<void> | void][] = [
    [
      'a changed archive',
      /hash of .* differs from SHA256SUMS/,
      (folder) => writeFileSync(join(folder, archiveName), 'other'),
    ],
    [
      'a changed archive with its hash',
      /signature does not match/,
      (folder) => {
        writeFileSync(join(folder, archiveName), 'other');
        sum(folder);
      },
    ],
    [
      'an archive that somebody else signed',
      /does not trust/,
      async (folder) => {
        const comment = artifactComment({ version: ownVersion(), platform, channel: 'stable', file: archiveName });
        const digest = await digestOf(join(folder, archiveName));
        writeFileSync(join(folder, `${archiveName}.minisig`), signDigest(digest, makeSigningKey(), comment));
      },
    ],
    [
      'an older archive, rightly signed, under the new name',
      /signature is valid, but the file is not/,
      async (folder) => {
        const comment = artifactComment({ version: '0.0.9', platform, channel: 'stable', file: archiveName });
        const digest = await digestOf(join(folder, archiveName));
        writeFileSync(join(folder, `${archiveName}.minisig`), signDigest(digest, release.key, comment));
      },
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
  test.each(spoiled)('refuses %s, and installs nothing', async (what, reason, spoil) => {
    const folder = copy(what.replaceAll(/\W/g, '-'));
    await spoil(folder);
    const { status, stderr } = install(folder);
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringMatching(reason) });
    expect(existsSync(join(folder, 'opt'))).toBe(false);
    rmSync(folder, { recursive: true });
  });

  test('downloads over plain http only when told so', () => {
    const { status, stderr } = install(copy('plain-http'), '--from', 'http://127.0.0.1:9/satrap');
    expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringContaining('--insecure-http') });
  });
});
