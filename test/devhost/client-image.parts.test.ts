import { once } from 'node:events';
import Docker from 'dockerode';
import { expect, inject, onTestFinished, test } from 'vitest';
import { ensureClientImages } from '../../src/devhost/client-image.ts';
import { standInLabel, standInReference } from '../../src/devhost/stand-in-image.ts';
import { until } from '../harness/until.ts';

const docker = () => new Docker({ socketPath: inject('dockerSocket') });
const signal = AbortSignal.timeout(180_000);

test('client images are labelled stand-ins if the published ones cannot be pulled', async () => {
  // Nobody published this version, so no registry has it, whether one answers or not.
  const [unknown, versions]: [string, string[]] = ['0.0.1', ['28.1', '28.0']];
  const lines: string[] = [];
  onTestFinished(() => docker().getImage(standInReference(unknown)).remove());
  const inspect = () => Promise.all(versions.map((version) => docker().getImage(standInReference(version)).inspect()));
  // As the set-up of the tests left them.
  const before = await inspect();
  const options = { socketPath: inject('dockerSocket'), say: (line: string) => lines.push(line), signal };
  expect(await ensureClientImages({ ...options, versions: [unknown, ...versions] })).toEqual({
    images: Object.fromEntries([unknown, ...versions].map((version) => [version, standInReference(version)])),
    standIn: true,
  });
  expect(lines.join('\n')).toMatch(/cannot pull .*STAND-IN/);
  expect(lines.filter((line) => line.startsWith('building'))).toEqual([
    expect.stringContaining(standInReference(unknown)),
  ]);
  const ids = before.map(({ Id }) => Id);
  expect((await inspect()).map(({ Id }) => Id)).toEqual(ids);
  // A change of version is then a real change of image.
  expect(new Set(ids).size).toBe(2);
  expect(before[0]?.Config.Labels?.[standInLabel]).toMatch(/^litecoind \d/);
});

test('a stand-in image runs unprivileged on a read-only root, and stops at once', async () => {
  const container = await docker().createContainer({
    Image: inject('clientImages')['28.1'],
    Entrypoint: ['bitcoind'],
    Cmd: ['-chain=regtest', '-datadir=/data', '-listen=0', '-server=1', '-printtoconsole'],
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
  const log = async () => (await container.logs({ stdout: true, stderr: true })).toString();
  await until('the daemon has loaded', async () => (await log()).includes('Done loading'));
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
