import { afterAll, expect, inject, test } from 'vitest';
import { until } from '../harness/until.ts';
import { Box } from './box.ts';
import { ensureBoxImage, type Suite } from './box-image.ts';
import { startUpgradeMachine, type UpgradeMachine } from './upgrade-machine.ts';

// What engines do with each restart policy is why nodes have the policies that they have.

/** Kills the engine alone: the daemons run on, as after its memory ran out. */
const killEngine = 'kill -9 $(pidof dockerd); sleep 1; systemctl reset-failed docker; systemctl start docker';
const faults: readonly [string, (box: Box) => Promise<unknown>][] = [
  ['a kill of the engine', (box) => box.do(killEngine)],
  [
    'a kill of the engine and its daemons',
    (box) =>
      box.do(
        'systemctl kill -s KILL docker containerd; sleep 1; systemctl reset-failed docker containerd; systemctl start docker',
      ),
  ],
  ['a power cut', (box) => box.cut()],
  ['a reboot', (box) => box.reboot()],
];

const stack = new AsyncDisposableStack();
afterAll(() => stack.disposeAsync(), 120_000);

async function boot(suite: Suite): Promise<Box> {
  await ensureBoxImage(suite, AbortSignal.timeout(500_000));
  const box = await Box.boot(suite);
  stack.defer(() => box.destroy());
  await box.loadImage(inject('clientImages')['28.1'] ?? '');
  return box;
}

const run = (policy: string, name: string) =>
  `docker run -d --name ${name} --network none --restart ${policy} ${inject('clientImages')['28.1']} bitcoind -regtest`;

/** The containers that run, once the engine answers and has had time to start what it starts. */
async function running(box: Box): Promise<string[]> {
  const list = async () => (await box.run("docker ps --format '{{.Names}}'")).text.trim().split('\n').toSorted();
  await until('the engine has started containers', async () => (await list()).includes('witness'), 60_000, 500);
  // It starts all of them together: the witness is started with the others, not after them.
  await box.do('sleep 3');
  return list();
}

test.each<[Suite, RegExp]>([
  ['bookworm', /^20\.10/],
  ['trixie', /^26\.1/],
])(
  'the Docker engine of %s starts the right containers only with “always”',
  async (suite, version) => {
    const box = await boot(suite);
    expect(await box.do("docker version -f '{{.Server.Version}}'")).toMatch(version);
    const started: Record<string, string[]> = {};
    for (const [fault, strike] of faults) {
      await box.run('docker rm -f $(docker ps -aq)');
      const [always, unlessStopped] = ['always', 'unless-stopped'];
      for (const name of ['witness', 'kept', 'stopped-always', 'stopped-changed']) await box.do(run(always, name));
      for (const name of ['kept-unless', 'stopped-unless']) await box.do(run(unlessStopped, name));
      await box.do(run(always, 'created').replace('docker run -d', 'docker create'));
      await box.do('docker update --restart unless-stopped stopped-changed');
      await box.do('docker stop stopped-always stopped-changed stopped-unless');
      await strike(box);
      started[fault] = await running(box);
    }
    const kept = ['kept', 'kept-unless', 'stopped-always', 'witness'];
    expect(started).toEqual({
      // The engine stops what still runs, and takes that for a manual stop.
      'a kill of the engine': kept.filter((name) => name !== 'kept-unless'),
      'a kill of the engine and its daemons': kept,
      'a power cut': kept,
      'a reboot': kept,
    });
  },
  900_000,
);

let machine: UpgradeMachine;

const nodeState = () =>
  machine.box.do(`docker inspect -f '{{.State.Status}} {{.State.StartedAt}}' satrap-${machine.nodeId}`);

async function afterEach(look: (before: string) => Promise<unknown>): Promise<void> {
  for (const [, strike] of faults) {
    const before = await nodeState();
    await strike(machine.box);
    await until('the engine answers', async () => (await machine.box.run('docker version')).code === 0, 60_000, 500);
    await look(before);
  }
}

test('without an agent, a running node runs again after each, but not a stopped one', async () => {
  machine = await startUpgradeMachine([]);
  stack.defer(() => machine.dispose());
  const { box, nodes, nodeId } = machine;
  await box.do('systemctl disable --now satrap-agent');
  await afterEach((before) =>
    until(
      'it has begun another run',
      async () => {
        const now = await nodeState();
        return now.startsWith('running') && now !== before;
      },
      60_000,
      500,
    ),
  );
  await box.do('systemctl enable --now satrap-agent');
  await nodes.actFully(nodeId, 'stop', 120_000);
  await box.do('systemctl disable --now satrap-agent');
  // The engine starts it with the others.
  await box.do(run('always', 'witness'));
  await afterEach(async (before) => {
    expect(await running(box)).toEqual(['witness']);
    expect(await nodeState()).toBe(before);
  });
}, 900_000);
