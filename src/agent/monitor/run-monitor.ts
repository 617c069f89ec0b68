import type { Logger } from 'pino';
import type { Clock } from '../../timing/clock.ts';
import { agentRpcUser } from '../docker/container-spec.ts';
import { StatsReader } from '../docker/engine/container-stats.ts';
import type { DockerClient } from '../docker/engine/engine-client.ts';
import { isUp, type ObservedContainer } from '../docker/engine/observed-container.ts';
import { runOf } from '../docker/observe.ts';
import { type NodeSample, watchNode } from './daemon-monitor.ts';
import type { NodeHealth } from './health.ts';

export interface RunWatchOptions {
  client: DockerClient;
  clock: Clock;
  log: Logger;
  sampleIntervalSeconds: number;
  onHealth(health: NodeHealth): void;
  onSample(sample: NodeSample): void;
}

/** Watches the run of a node's container that is up now, and no other. */
export class RunWatch {
  readonly #nodeId: string;
  readonly #options: RunWatchOptions;
  #current: { run: string; abort: AbortController } | undefined;
  #health: NodeHealth | null = null;

  constructor(nodeId: string, options: RunWatchOptions) {
    this.#nodeId = nodeId;
    this.#options = options;
  }

  get health(): NodeHealth | null {
    return this.#health;
  }

  /** Follows `container`, or nothing when it is not up. `host` and `port` are where its RPC is reached from here. */
  follow(container: ObservedContainer | undefined, rpc: { host: string; port: number; password: string } | null): void {
    // Between two runs nobody answers; what the last one said must not count as a sign of life.
    const runs = container !== undefined && isUp(container) && container.state !== 'restarting';
    const run = runs && rpc !== null ? `${runOf(container)} ${rpc.port}` : undefined;
    if (run === this.#current?.run) return;
    this.stop();
    if (run === undefined || container === undefined || rpc === null) return;
    const { client, clock, log, sampleIntervalSeconds, onHealth, onSample } = this.#options;
    const abort = new AbortController();
    this.#current = { run, abort };
    const stats = new StatsReader(client, container.id);
    const watching = watchNode(
      {
        nodeId: this.#nodeId,
        host: rpc.host,
        rpcPort: rpc.port,
        user: agentRpcUser,
        password: rpc.password,
        containerStats: () => stats.read(),
        onHealth: (health) => {
          if (abort.signal.aborted) return;
          this.#health = health;
          onHealth(health);
        },
        onSample,
        clock,
        sampleIntervalSeconds,
        log,
      },
      abort.signal,
    );
    watching.catch((error: unknown) => {
      // A fault of our own. The node runs on, and the next look at it begins another watch.
      log.error({ err: error }, 'the watch of a node broke');
      if (this.#current?.abort === abort) this.stop();
    });
  }

  stop(): void {
    this.#current?.abort.abort();
    this.#current = undefined;
    this.#health = null;
  }
}
