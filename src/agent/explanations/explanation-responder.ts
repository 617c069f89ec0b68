import pLimit from 'p-limit';
import type { Logger } from 'pino';
import type { NodeExplanationInput } from '../../contract/types.generated.ts';
import { errorMessage } from '../../text/error-message.ts';
import { fitText } from '../../text/fit-text.ts';
import { printable } from '../../text/printable.ts';

/** Why a node is as it is, as the agent itself says it. */
export type Explanation = Omit<NodeExplanationInput, 'nodeId'>;

export interface ExplanationResponderOptions {
  /** Returns undefined for a node that this agent does not know. */
  explain(nodeId: string): Promise<Explanation | undefined>;
  report(input: NodeExplanationInput[]): Promise<void>;
  log: Logger;
}

const maxConcurrent = 4;
/** Queued or under way. Others are taken from a later heartbeat. */
const maxPending = 100;
const maxLines = 200;

/** Answers requests to explain a node. */
export class ExplanationResponder {
  readonly #options: ExplanationResponderOptions;
  readonly #limit = pLimit(maxConcurrent);
  readonly #pending = new Set<string>();

  constructor(options: ExplanationResponderOptions) {
    this.#options = options;
  }

  /** A heartbeat repeats a request until it is answered or nobody waits for it any more. */
  handle(nodeIds: readonly string[]): void {
    for (const nodeId of nodeIds) {
      if (this.#pending.has(nodeId) || this.#pending.size >= maxPending) continue;
      this.#pending.add(nodeId);
      void this.#limit(() => this.#respond(nodeId));
    }
  }

  async #respond(nodeId: string): Promise<void> {
    const { report, log } = this.#options;
    try {
      await report([{ nodeId, ...cut(await this.#explain(nodeId)) }]);
    } catch (error) {
      log.debug({ err: error }, 'cannot report an explanation; the next heartbeat asks again');
    } finally {
      this.#pending.delete(nodeId);
    }
  }

  async #explain(nodeId: string): Promise<Explanation> {
    const nothing = { desired: [], steps: [], waitingFor: null };
    try {
      const explanation = await this.#options.explain(nodeId);
      return explanation ?? { ...nothing, observed: ['this agent does not know the node yet'] };
    } catch (error) {
      return { ...nothing, observed: [`it cannot be observed now: ${errorMessage(error)}`] };
    }
  }
}

/** Cuts what may quote the engine or a daemon to what the control plane takes. Pure. */
function cut({ desired, observed, steps, waitingFor }: Explanation): Explanation {
  const line = (text: string) => fitText(printable(text));
  return {
    desired: desired.slice(0, maxLines).map(line),
    observed: observed.slice(0, maxLines).map(line),
    steps: steps.slice(0, maxLines).map(({ action, why }) => ({ action: line(action), why: line(why) })),
    waitingFor: waitingFor === null || waitingFor === undefined ? null : line(waitingFor),
  };
}
