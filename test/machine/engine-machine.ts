import { inject } from 'vitest';
import { ApiProxy } from '../harness/api-proxy.ts';
import { TestControlPlane, type TestControlPlaneOptions } from '../harness/control-plane.ts';
import { satrap } from '../harness/satrap.ts';
import { type SharedRelease, sharedRelease } from '../harness/shared-release.ts';
import { until } from '../harness/until.ts';
import { Box } from './box.ts';
import { ensureBoxImage, type Suite } from './box-image.ts';
import { type Address, forwardFromContainers } from './forwarder.ts';

export interface EngineMachineOptions extends TestControlPlaneOptions {
  /** Of Debian, which says how old the engines are. Default: bookworm. */
  suite?: Suite;
}

/** A machine with an engine, a control plane that it reaches, and a release. How an agent comes onto it is up to the test. */
export class EngineMachine implements AsyncDisposable {
  readonly box: Box;
  readonly controlPlane: TestControlPlane;
  /** Stands between the machine and the control plane. */
  readonly api: ApiProxy;
  /** The address of the API on the machine. */
  readonly url: string;
  /** The address of the test's own host on the machine. */
  readonly hostAddress: string;
  readonly release: SharedRelease;
  /** The image of a daemon, which the machine's engine has. */
  readonly clientImage = inject('clientImages')['28.1'] ?? '';
  readonly #ends: AsyncDisposableStack;

  private constructor(
    box: Box,
    controlPlane: TestControlPlane,
    api: ApiProxy,
    way: Address,
    release: SharedRelease,
    ends: AsyncDisposableStack,
  ) {
    this.box = box;
    this.controlPlane = controlPlane;
    this.api = api;
    this.url = `http://${way.host}:${way.port}/graphql`;
    this.hostAddress = way.host;
    this.release = release;
    this.#ends = ends;
  }

  static async start({ suite = 'bookworm', ...options }: EngineMachineOptions = {}): Promise<EngineMachine> {
    await using ends = new AsyncDisposableStack();
    const starting = [
      bootWith(suite, ends),
      sharedRelease(),
      TestControlPlane.start(options).then((controlPlane) => {
        ends.defer(() => controlPlane.destroy());
        return controlPlane;
      }),
    ] as const;
    // Whatever was made is known to the stack before one that failed ends this.
    await Promise.allSettled(starting);
    const [box, release, controlPlane] = await Promise.all(starting);
    const api = await ApiProxy.start(controlPlane.url);
    ends.defer(() => api.stop());
    const way = ends.use(await forwardFromContainers(Number(new URL(api.url).port)));
    return new EngineMachine(box, controlPlane, api, way, release, ends.move());
  }

  /** A token with which one agent joins. */
  async newToken(...args: string[]): Promise<string> {
    const { stdout } = await satrap(['executors', 'token', '--url', this.controlPlane.url, ...args], {
      SATRAP_API_KEY: this.controlPlane.personalKey,
    });
    return stdout.trim();
  }

  /** Waits until an executor is online: the one of a name, or any one. */
  untilOnline(name?: string): Promise<{ id: string; name: string; status: string }> {
    return until(
      `${name ?? 'the agent'} is online`,
      async () => {
        const { executors } = await this.controlPlane.ask('{ executors { id name status } }');
        return executors.find(
          (each: { name: string; status: string }) =>
            (name === undefined || each.name === name) && each.status === 'online',
        );
      },
      60_000,
    );
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#ends.disposeAsync();
  }
}

async function bootWith(suite: Suite, ends: AsyncDisposableStack): Promise<Box> {
  await ensureBoxImage(suite, AbortSignal.timeout(240_000));
  const box = await Box.boot(suite);
  ends.defer(() => box.destroy());
  await box.loadImage(inject('clientImages')['28.1'] ?? '');
  return box;
}
