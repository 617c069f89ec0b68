import Docker from 'dockerode';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { ensureClientImages } from '../../src/devhost/client-image.ts';
import { ensureStandInImages, standInLabel, standInReference } from '../../src/devhost/stand-in-image.ts';
import { until } from '../harness/until.ts';

const docker = () => new Docker({ socketPath: inject('dockerSocket') });
const signal = AbortSignal.timeout(180_000);
/** Nobody published this version, so no registry has it, whether one answers or not. */
const unknownVersion = '0.0.1';

afterAll(async () => {
  await docker()
    .getImage(standInReference(unknownVersion))
    .remove()
    .catch((error: { statusCode?: number }) => {
      if (error.statusCode !== 404) throw error;
    });
});

describe('the client image', () => {
  test('the client image is the stand-in where the published one cannot be pulled, and the operator is told so', async () => {
    const lines: string[] = [];
    const { images, standIn } = await ensureClientImages({
      docker: docker(),
      say: (line) => lines.push(line),
      signal,
      versions: [unknownVersion],
    });
    expect({ images, standIn }).toEqual({
      images: { [unknownVersion]: standInReference(unknownVersion) },
      standIn: true,
    });
    expect(lines.join('\n')).toMatch(/cannot pull .*STAND-IN/);
  });

  test('a stand-in image that is up to date is left alone without a word', async () => {
    const versions = ['28.1', '28.0'];
    await ensureStandInImages(docker(), versions, { say: () => {}, signal });
    const ids = async () =>
      Promise.all(versions.map(async (version) => (await docker().getImage(standInReference(version)).inspect()).Id));
    const before = await ids();
    const lines: string[] = [];
    await ensureStandInImages(docker(), versions, { say: (line) => lines.push(line), signal });
    expect(await ids()).toEqual(before);
    expect(lines).toEqual([]);
    // A change of version is then a real change of image.
    expect(new Set(before).size).toBe(2);
  });

  test('a stand-in image has a label that says so', async () => {
    const { Config } = await docker().getImage(standInReference('28.1')).inspect();
    expect(Config.Labels?.[standInLabel]).toMatch(/^litecoind \d/);
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
    try {
      await container.start();
      await until('the daemon answers', async () => (await inside(container, 'getblockcount')) === 0);
      expect(await inside(container, 'generatetodescriptor', '3', 'raw(51)')).toBe(0);
      await container.stop({ t: 30 });
      expect((await container.inspect()).State.ExitCode).toBe(0);
    } finally {
      await container.remove({ force: true, v: true });
    }
  });
});

/** The exit code of the image's own client, run beside the daemon. */
async function inside(container: Docker.Container, ...words: string[]): Promise<number | null> {
  const exec = await container.exec({
    Cmd: ['bitcoin-cli', '-chain=regtest', '-datadir=/data', ...words],
    AttachStdout: true,
    AttachStderr: true,
  });
  const stream = await exec.start({});
  stream.resume();
  await new Promise((resolve) => stream.once('end', resolve));
  return until('the client ended', async () => {
    const { Running, ExitCode } = await exec.inspect();
    return Running ? undefined : { ExitCode };
  }).then(({ ExitCode }) => ExitCode);
}
