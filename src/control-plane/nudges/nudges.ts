import { createPubSub } from 'graphql-yoga';

/**
 * Tells agents that something about their executor changed. Only those that are connected to this process hear it; the heartbeat brings
 * everything else.
 */
export class Nudges {
  readonly #channels = createPubSub<{ executor: [executorId: string, at: string] }>();

  nudge(executorId: string): void {
    this.#channels.publish('executor', executorId, new Date().toISOString());
  }

  listen(executorId: string): AsyncIterable<string> {
    return this.#channels.subscribe('executor', executorId);
  }
}
