import { once } from 'node:events';
import Docker from 'dockerode';
import { expect, inject, onTestFinished, test } from 'vitest';
import { ensureClientImages } from '../../src/devhost/client-image.ts';
import { ensureStandInImages, standInLabel, standInReference } from '../../src/devhost/stand-in-image.ts';
import { until } from '../harness/until.ts';

const docker = () => new Docker({ socketPath: inject('dockerSocket') });
const signal = AbortSignal.timeout(180_000);

test('the client image is the stand-in where the published one cannot be pulled, and the operator is told so', async () => {
  // Nobody published this version, so no registry has it, whether one answers or not.
  const [version, lines]: [string, string[]] = ['0.0.1', []];
  onTestFinished(() => docker().getImage(standInReference(version)).remove());
  const say = (line: string) => lines.push(line);
  expect(await ensureClientImages({ docker: docker(), say, signal, versions: [version] })).toMatchObject({
    images: { [version]: standInReference(version) },
    standIn: true,
  });
  expect(lines.join('\n')).toMatch(/cannot pull .*STAND-IN/);
});

test('a stand-in image has a label that says so, and is left alone without a word where it is up to date', async () => {
  const versions = ['28.1', '28.0'];
  const lines: string[] = [];
  const inspect = () => Promise.all(versions.map((version) => docker().getImage(standInReference(version)).inspect()));
  // As the set-up of the tests left them.
  const before = await inspect();
  await ensureStandInImages(docker(), versions, { say: (line) => lines.push(line), signal });
  const ids = before.map(({ Id }) => Id);
  expect((await inspect()).map(({ Id }) => Id)).toEqual(ids);
  expect(lines).toEqual([]);
  // A change of version is then a real change of image.
  expect(new Set(ids).size).toBe(2);
  expect(before[0]?.Config.Labels?.[standInLabel]).toMatch(/^litecoind \d/);
});

test('a stand-in image runs without privileges on a read-only root, answers RPC, and stops at once', async () => {
  const container = await docker().createContainer({
    Image: inject('clientImages')['28.1'],
    Entrypoint: ['bitcoind'],
    Cmd: ['-chain=regtest', '-datadir=/data', '-listen=0', '-server=1'],
    User: '101:101',
    HostConfig: {
      CapDrop: ['ALL'],
      SecurityOpt: ['no-new-privileges'],
      ReadonlyRootfs: true,
      PidsLimit: 200,
      Memory: 600 * 1024 * 1024,
      Tmpfs: { '/data': 'uid=101,gid=101,mode=0700', '/tmp': 'mode=1777' },
      NetworkMode: 'none',
    },
  });
  onTestFinished(() => container.remove({ force: true, v: true }));
  await container.start();
  await until('the daemon answers', async () => (await inside(container, 'getblockcount')) === 0);
  expect(await inside(container, 'generatetodescriptor', '3', 'raw(51)')).toBe(0);
  await container.stop({ t: 30 });
  expect((await container.inspect()).State.ExitCode).toBe(0);
});

/** The exit code of the image's own client, run beside the daemon. */
async function inside(container: Docker.Container, ...words: string[]): Promise<number | null> {
  const Cmd = ['bitcoin-cli', '-chain=regtest', '-datadir=/data', ...words];
  const exec = await container.exec({ Cmd, AttachStdout: true, AttachStderr: true });
  const stream = await exec.start({});
  await once(stream.resume(), 'end');
  await until('the client ended', async () => !(await exec.inspect()).Running);
  return (await exec.inspect()).ExitCode;
}
