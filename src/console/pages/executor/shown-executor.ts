import type { ExecutorQuery } from '../../../client/operations.generated.ts';

export type ShownExecutor = NonNullable<ExecutorQuery['executor']>;

export type Orphan = ShownExecutor['orphans'][number];
