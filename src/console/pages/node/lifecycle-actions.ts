import type { MutationData } from '../../../client/client.ts';
import type {
  RequestNodeLifecycleActionMutation,
  RequestNodeLifecycleActionMutationVariables,
} from '../../../client/operations.generated.ts';
import type { DesiredState, NodeLifecycleAction, NodePhase } from '../../../contract/types.generated.ts';

interface ActionWords {
  verb: string;
  progress: string;
  consequence: string;
  /** Why a bulk action skips a node. */
  skipped: string;
}

const shutDown = 'shuts down cleanly, which can take minutes';

/** In the order of bulk actions. A consequence follows "The node" or "Each node". */
export const actionWords: Readonly<Record<NodeLifecycleAction, ActionWords>> = {
  start: {
    verb: 'Start',
    progress: 'Starting',
    skipped: 'Already running or starting.',
    consequence: 'resumes where it stopped.',
  },
  restart: {
    verb: 'Restart',
    progress: 'Restarting',
    skipped: 'Stopped. Start the node instead.',
    consequence: `${shutDown}, then starts again. Clients lose their connection.`,
  },
  stop: {
    verb: 'Stop',
    progress: 'Stopping',
    skipped: 'Already stopped or stopping.',
    consequence: `${shutDown}. Clients lose their connection. The chain data is kept.`,
  },
};

interface Controllable {
  desiredState: DesiredState;
  status: { phase: NodePhase };
}

export function lifecycleActions({ desiredState, status }: Controllable): readonly NodeLifecycleAction[] {
  if (desiredState === 'deleted' || status.phase === 'deleted') return [];
  return desiredState === 'stopped' ? ['start'] : ['restart', 'stop'];
}

/** Asks before an action that disconnects clients. */
export function lifecycleQuestion({ id, name }: { id: string; name: string }, action: NodeLifecycleAction) {
  const { verb, consequence } = actionWords[action];
  const variables = { id, action };
  return { title: `${verb} ${name}?`, consequence: `The node ${consequence}`, act: `${verb} node`, variables };
}

/** What the console reports once an action is requested. */
export const lifecycleDone = (
  {
    requestNodeLifecycleAction: {
      node: { name, waitsFor },
    },
  }: MutationData<RequestNodeLifecycleActionMutation>,
  { action }: RequestNodeLifecycleActionMutationVariables,
) => `${actionWords[action].progress} ${name}${waitsFor === null ? '…' : `. ${waitsFor}`}`;
