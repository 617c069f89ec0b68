import type { RequestResult } from '../../contract/agent-requests.ts';
import { errorMessage } from '../../text/error-message.ts';
import { fitText } from '../../text/fit-text.ts';
import { printable } from '../../text/printable.ts';
import type { AnsweredKind } from './responder.ts';

export type Explanation = RequestResult<'explain'>;

const maxLines = 200;

/** Explains a node's state. `explain` returns undefined for a node unknown to this agent. */
export const explainKind = (explain: (nodeId: string) => Promise<Explanation | undefined>): AnsweredKind => ({
  kind: 'explain',
  maxConcurrent: 4,
  maxPending: 100,
  answer: async (nodeId) => {
    const observing = (observed: string): Explanation => ({ desired: [], observed: [observed], steps: [] });
    const explanation = await explain(nodeId).catch((error: unknown) =>
      observing(`cannot observe the node: ${errorMessage(error)}`),
    );
    return cut(explanation ?? observing('the agent does not know the node yet'));
  },
});

/** Cuts texts that may quote the engine or a daemon to the control plane's limits. */
function cut({ desired, observed, steps, waitingFor }: Explanation): Explanation {
  const line = (text: string) => fitText(printable(text));
  return {
    desired: desired.slice(0, maxLines).map(line),
    observed: observed.slice(0, maxLines).map(line),
    steps: steps.slice(0, maxLines).map(({ action, why }) => ({ action: line(action), why: line(why) })),
    waitingFor: waitingFor == null ? null : line(waitingFor),
  };
}
