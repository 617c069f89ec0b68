import type { SyncExecutorInput } from '../../contract/types.generated.ts';

type Described = 'kind' | 'version' | 'channel' | 'capabilities' | 'resources' | 'nodes';

/** Everything that an agent has to say with a heartbeat. */
export type ExecutorReport = Omit<SyncExecutorInput, Described | 'observedRevision'> & {
  [Field in Described]: NonNullable<SyncExecutorInput[Field]>;
};
