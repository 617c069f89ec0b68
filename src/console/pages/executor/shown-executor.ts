import type { ExecutorPageQuery } from './operations.generated.ts';

export type ShownExecutor = NonNullable<ExecutorPageQuery['executor']>;

export type Orphan = ShownExecutor['orphans'][number];
