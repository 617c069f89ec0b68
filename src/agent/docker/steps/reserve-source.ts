import type { StepKind } from '../step-kind.ts';

/** Only the record that it leaves holds the source's daemon down. */
export const reserveSource: StepKind<'reserve-source', { from: string }> = {
  kind: 'reserve-source',
  action: () => 'ask for the chain data of another node',
  done: () => 'Asked for the chain data of another node',
  event: 'node.seed-begun',
  apply: async () => undefined,
  finish: ({ from }) => ({ change: { seed: { from, state: 'copying' } } }),
};
