import { join } from 'node:path';
import { cacheCompiledModules } from '../src/cli/compile-cache.ts';
import { keepHeapSmall } from '../src/cli/small-heap.ts';

// Loads all of the agent once, in the order of `satrap agent run`, so that its first start is as quick and as small as any later one.

cacheCompiledModules(join(import.meta.dirname, '../node_modules/.satrap-compiled'));
await import('../src/cli/agent.ts');
keepHeapSmall();
await import('../src/agent/agent.ts');
await Promise.all([import('systeminformation'), import('graphql-sse')]);
