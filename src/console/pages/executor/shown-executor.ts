import type { ExecutorPageQuery } from './operations.generated.ts';

export type ShownExecutor = NonNullable<ExecutorPageQuery['executor']>;

/** What a node left on an executor. */
export type Orphan = ShownExecutor['orphans'][number];
