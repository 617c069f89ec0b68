import type { Subscription } from '../../../src/contract/types.generated.ts';
import { executorDoes, membersDo } from './expectations.ts';
import { type Row, subscription } from './row.ts';

/** Every subscription. */
export const subscriptionRows: Partial<Record<keyof Subscription, Row>> = {
  // Of their own organization. A stream begins with `resync`.
  changes: subscription({ ...membersDo, strangerOwner: 'does' }, '{ changes { type } }'),
  executorNudges: {
    document: 'subscription { executorNudges(name: "acme-host") { at } }',
    expected: { ...executorDoes, otherExecutorKey: 'executor_key_bound' },
    trigger: ({ acme }) => acme.node(),
  },
  nodeLog: subscription(membersDo, '{ nodeLog(where: { id: $id }) { lines } }', ({ acme }) => acme.followedLog(), {
    trigger: ({ acme }) => acme.logChunk(),
  }),
};
