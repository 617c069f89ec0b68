import type { Subscription } from '../../../src/contract/types.generated.ts';
import { executorDoes, membersDo } from './expectations.ts';
import type { Row } from './row.ts';

/** Every subscription. */
export const subscriptionRows: Partial<Record<keyof Subscription, Row>> = {
  // Of their own organization. A stream begins with `resync`.
  changes: {
    document: 'subscription { changes { type } }',
    expected: { ...membersDo, strangerOwner: 'does' },
  },
  executorNudges: {
    document: 'subscription { executorNudges(name: "acme-host") { at } }',
    expected: { ...executorDoes, otherExecutorKey: 'executor_key_bound' },
    trigger: ({ acme }) => acme.node(),
  },
  nodeLog: {
    document: 'subscription($id: ID!) { nodeLog(sessionId: $id) { lines } }',
    variables: async ({ acme }) => ({ id: await acme.followedLog() }),
    expected: membersDo,
    trigger: ({ acme }) => acme.logChunk(),
  },
};
