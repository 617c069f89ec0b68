// Loads all modules of the agent once, so that install.sh has them compiled.
await Promise.all(['run', 'status', 'explain'].map((name) => import(`../src/cli/agent/${name}.ts`)));
await import('../src/agent/agent.ts');
await Promise.all([import('commander'), import('systeminformation'), import('graphql-sse')]);
