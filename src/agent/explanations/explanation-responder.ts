import type { Logger } from 'pino';
import type { NodeExplanationInput } from '../../contract/types.generated.ts';
import { errorMessage } from '../../text/error-message.ts';
import { fitText } from '../../text/fit-text.ts';
import { printable } from '../../text/printable.ts';
import { RepeatedRequests } from '../../timing/repeated-requests.ts';

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
  readonly #requests: RepeatedRequests<string>;

  constructor(options: ExplanationResponderOptions) {
    const { report, log } = options;
    this.#options = options;
    this.#requests = new RepeatedRequests({
      ...{ maxConcurrent, maxPending },
      idOf: (nodeId) => nodeId,
      answer: async (nodeId) => report([{ nodeId, ...cut(await this.#explain(nodeId)) }]),
      onFailure: (error) => log.debug({ err: error }, 'cannot report an explanation; the next heartbeat asks again'),
    });
  }

  /** A heartbeat repeats a request until it is answered or nobody waits for it any more. */
  handle(nodeIds: readonly string[]): void {
    this.#requests.handle(nodeIds);
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
