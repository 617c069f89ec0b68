// Loads all modules of a program once, so that install.sh caches their compiled code: node scripts/compile.ts agent|control-plane
const program = process.argv[2];
await import('commander');
if (program === 'agent') {
  await Promise.all(['run', 'status'].map((name) => import(`../src/cli/agent/${name}.ts`)));
  await import('../src/agent/agent.ts');
  await import('graphql-sse');
}
if (program === 'control-plane') {
  await Promise.all([import('../src/cli/control-plane/serve.ts'), import('../src/control-plane/serve.ts')]);
  await Promise.all([import('pg'), import('drizzle-orm/node-postgres'), import('drizzle-orm/node-postgres/migrator')]);
  // Loaded on the first sign-in.
  await Promise.all([import('../src/control-plane/people/accounts/better-auth.ts'), import('better-auth/api')]);
}
