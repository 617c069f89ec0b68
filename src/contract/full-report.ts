import type { SyncExecutorInput } from './types.generated.ts';

/** The parts of a heartbeat that may be omitted if they were reported before. */
export const describedFields = ['kind', 'version', 'channel', 'capabilities', 'resources', 'nodes'] as const;
type Described = (typeof describedFields)[number];

export type FullReport = Omit<SyncExecutorInput, Described | 'observedRevision'> & {
  [Field in Described]: NonNullable<SyncExecutorInput[Field]>;
};
