import { inject } from 'vitest';
import { ApiProxy } from '../harness/api-proxy.ts';
import { TestControlPlane, type TestControlPlaneOptions } from '../harness/control-plane.ts';
import { satrapHere } from '../harness/satrap-here.ts';
import { sharedRelease } from '../harness/shared-release.ts';
import { until } from '../harness/until.ts';
import { Box } from './box.ts';
import { ensureBoxImage, type Suite } from './box-image.ts';
import { forwardFromContainers } from './forwarder.ts';

export interface EngineMachineOptions extends TestControlPlaneOptions {
  /** Of Debian, which says how old the engines are. Default: bookworm. */
  suite?: Suite;
}

/** A machine with an engine, a control plane that it reaches, and a release. How an agent comes onto it is up to the test. */
export type EngineMachine = Awaited<ReturnType<typeof startEngineMachine>>;

export async function startEngineMachine({ suite = 'bookworm', ...options }: EngineMachineOptions = {}) {
  await using ends = new AsyncDisposableStack();
  /** The image of a daemon, which the machine's engine has. */
  const clientImage = inject('clientImages')['28.1'] ?? '';
  const boot = async () => {
    await ensureBoxImage(suite, AbortSignal.timeout(240_000));
    const box = await Box.boot(suite);
    ends.defer(() => box.destroy());
    await box.loadImage(clientImage);
    return box;
  };
  const serve = async () => {
    // Heartbeats are most of what a machine at rest does.
    const controlPlane = await TestControlPlane.start({ heartbeatSeconds: 2, logLevel: 'info', ...options });
    ends.defer(() => controlPlane.destroy());
    return controlPlane;
  };
  const starting = [boot(), sharedRelease(), serve()] as const;
  // Whatever was made is known to the stack before one that failed ends this.
  await Promise.allSettled(starting);
  const [box, release, controlPlane] = await Promise.all(starting);
  /** Stands between the machine and the control plane. */
  const api = await ApiProxy.start(controlPlane.url);
  ends.defer(() => api.stop());
  const { host: hostAddress, port } = ends.use(await forwardFromContainers(Number(new URL(api.url).port)));
  /** The address of the API on the machine. */
  const url = `http://${hostAddress}:${port}/graphql`;

  /** A token with which one agent joins. */
  async function newToken(...args: string[]): Promise<string> {
    const env = { SATRAP_API_KEY: controlPlane.personalKey };
    return (await satrapHere(['tokens', 'create', '--url', controlPlane.url, ...args], env)).stdout.trim();
  }

  /** Waits until an executor is online: the one of a name, or any one. */
  const untilOnline = (name?: string): Promise<{ id: string; name: string; status: string }> =>
    until(
      `${name ?? 'the agent'} is online`,
      async () => {
        const { executors } = await controlPlane.ask('{ executors { id name status } }');
        return executors.find(
          (each: { name: string; status: string }) =>
            (name === undefined || each.name === name) && each.status === 'online',
        );
      },
      120_000,
      500,
    );

  /** Waits until an executor runs this version and has sent a heartbeat after an instant, in milliseconds since the epoch. */
  const untilRuns = (id: string, version: string, sinceMs = 0): Promise<boolean> =>
    until(
      `${version} runs`,
      async () => {
        const query = 'query($id: ID!) { executor(where: { id: $id }) { version lastSeenAt } }';
        const { executor } = await controlPlane.ask(query, { id });
        return executor.version === version && Date.parse(executor.lastSeenAt) > sinceMs;
      },
      120_000,
      500,
    );

  /** Does something, and says in the test's output how long it took, and how long heartbeats paused at most. */
  async function timed(what: string, work: () => Promise<void>): Promise<void> {
    const [begun, beaten] = [Date.now(), api.heartbeats.length];
    await work();
    const beats = api.heartbeats.slice(beaten);
    const gap = Math.max(...beats.slice(1).map((at, index) => at - (beats[index] ?? at)));
    console.log(`${what}: ${((Date.now() - begun) / 1000).toFixed(1)} s, ${gap} ms between two heartbeats at most`);
  }

  const kept = ends.move();
  const dispose = () => kept.disposeAsync();
  return {
    ...{ box, controlPlane, api, url, hostAddress, release, clientImage },
    ...{ newToken, untilOnline, untilRuns, timed, dispose },
  };
}
