import type { GraphqlAnswer, TestControlPlane } from '../../harness/control-plane.ts';
import { until } from '../../harness/until.ts';

const withinMs = 60_000;
const tryAgainAfterMs = 50;

/** Sends requests to the replicas in turn, and to another one if one does not respond, as a load balancer does. */
export class BalancedClient implements Pick<TestControlPlane, 'call'> {
  readonly replicas: readonly TestControlPlane[];
  #turn = 0;

  constructor(replicas: readonly TestControlPlane[]) {
    this.replicas = replicas;
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
          (answer) => answer.status !== 503 && answer,
          () => false as const,
        );
    return until('a replica answers', attempt, withinMs, tryAgainAfterMs);
  }
}
