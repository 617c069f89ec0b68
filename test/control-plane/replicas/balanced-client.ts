import type { GraphqlAnswer, TestControlPlane } from '../../harness/control-plane.ts';
import { until } from '../../harness/until.ts';

const tryAgainAfterMs = 50;

/** Sends requests to the replicas in turn, and to another one if one does not respond, as a load balancer does. */
export class BalancedClient implements Pick<TestControlPlane, 'call'> {
  readonly replicas: readonly TestControlPlane[];
  readonly #timeoutMs: number;
  #turn = 0;

  constructor(replicas: readonly TestControlPlane[], timeoutMs = 60_000) {
    this.replicas = replicas;
    this.#timeoutMs = timeoutMs;
  }

  /** The key of the first administrator. */
  get personalKey(): string {
    return this.next().personalKey;
  }

  /** The replica whose turn it is. */
  next(): TestControlPlane {
    const replica = this.replicas[this.#turn++ % this.replicas.length];
    if (replica === undefined) throw new Error('there are no replicas');
    return replica;
  }

  /** The first response other than «try again»; an earlier request may have been carried out. */
  call(query: string, variables: object = {}, key: string | null = this.personalKey): Promise<GraphqlAnswer> {
    const attempt = () =>
      this.next()
        .call(query, variables, key)
        .then(
          // A change that waited too long, such as for one that is not committed yet, may be repeated.
          (answer) => answer.status !== 503 && answer.errors?.[0]?.extensions?.code !== 'timed_out' && answer,
          () => false as const,
        );
    return until('a replica answers', attempt, this.#timeoutMs, tryAgainAfterMs);
  }
}
