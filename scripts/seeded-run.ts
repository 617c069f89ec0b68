import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

// Long runs of random tests. A round depends only on the seed and its number.
//
//   npm run faults -- --seed 7 --rounds 300           random faults on a real engine, with every invariant checked after each round
//   npm run faults -- --seed 7 --from 42 --rounds 1   one round again; without a seed, one is chosen and printed
//   npm run faults -- --of switch                     kills at each step of an agent's upgrade in a container, 28 rounds
//   npm run faults -- --of container --rounds 10 --hostile 5   hostile daemons beside honest nodes, all attacks in each round
//   npm run fuzz -- --seed 7 --operations 20000       operations generated from the schema, against a real server
//   npm run fuzz -- --seed 7 --from 12 --operations 600

const root = join(import.meta.dirname, '..');
const isFuzz = process.argv[2] === 'fuzz';
const amount = isFuzz ? 'operations' : 'rounds';
const { values } = parseArgs({
  args: process.argv.slice(3),
  options: {
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
    from: { type: 'string', default: '1' },
    [amount]: { type: 'string', default: isFuzz ? '20000' : '300' },
    ...(isFuzz ? {} : { of: { type: 'string', default: 'nodes' } as const, hostile: { type: 'string' } as const }),
  },
});
const { of = 'fuzz', ...numbers } = values as Record<string, string>;
// A round of all attacks takes half a minute.
if (of === 'container' && !process.argv.includes('--rounds')) numbers['rounds'] = '10';
const file = {
  fuzz: 'test/control-plane/fuzz.parts.test.ts',
  nodes: 'test/e2e/random-faults.soak.test.ts',
  switch: 'test/machine/in-containers.soak.test.ts',
  container: 'test/e2e/hostile-container.soak.test.ts',
}[of];
if (file === undefined) refuse(`--of must be nodes, switch or container, not “${of}”`);
for (const [name, value] of Object.entries(numbers))
  if (!/^\d{1,10}$/.test(value)) refuse(`--${name} must be a whole number, not “${value}”`);
/** The logs of a failed round. */
const logs = join(root, 'build/faults');
mkdirSync(logs, { recursive: true });
const prefix = isFuzz ? 'SATRAP_FUZZ' : 'SATRAP_FAULTS';
const settings = Object.entries(numbers).map(([name, value]) => [`${prefix}_${name.toUpperCase()}`, value]);
const reporter = isFuzz ? [] : ['--reporter=verbose'];
const child = spawn('vitest', ['run', file, ...reporter, '--disableConsoleIntercept'], {
  stdio: 'inherit',
  cwd: root,
  env: { ...process.env, ...Object.fromEntries(settings), SATRAP_FAULTS_LOGS: logs },
});
const [code] = (await once(child, 'exit')) as [number | null];
process.exitCode = code ?? 1;

function refuse(why: string): never {
  console.error(why);
  process.exit(2);
}
