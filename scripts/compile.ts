// Loads all of the agent once, for install.sh to have it compiled.
await import('../src/cli/agent.ts');
await import('../src/agent/agent.ts');
await Promise.all([import('commander'), import('systeminformation'), import('graphql-sse')]);
