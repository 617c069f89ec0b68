import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

// Injects random faults on a real engine and checks every invariant after each round. A round depends only on the seed and its number.
//
//   npm run faults -- --seed 7 --rounds 300             a long run; without a seed, one is chosen and printed
//   npm run faults -- --seed 7 --from 42 --rounds 1     one round again
//   npm run faults -- --of switch                       kills at each step of an agent's upgrade in a container, 28 rounds

const root = join(import.meta.dirname, '..');
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
    from: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '300' },
    of: { type: 'string', default: 'nodes' },
  },
});
const { of, ...numbers } = values;
const file = { nodes: 'test/e2e/random-faults.soak.test.ts', switch: 'test/machine/in-containers.soak.test.ts' }[of];
if (file === undefined) {
  console.error(`--of must be nodes or switch, not “${of}”`);
  process.exit(2);
}
for (const [name, value] of Object.entries(numbers))
  if (!/^\d{1,10}$/.test(value)) {
    console.error(`--${name} must be a whole number, not “${value}”`);
    process.exit(2);
  }
/** The logs of a failed round. */
const logs = join(root, 'build/faults');
mkdirSync(logs, { recursive: true });
const child = spawn('vitest', ['run', file, '--reporter=verbose', '--disableConsoleIntercept'], {
  stdio: 'inherit',
  cwd: root,
  env: {
    ...process.env,
    SATRAP_FAULTS_SEED: values.seed,
    SATRAP_FAULTS_FROM: values.from,
    SATRAP_FAULTS_ROUNDS: values.rounds,
    SATRAP_FAULTS_LOGS: logs,
  },
});
const [code] = (await once(child, 'exit')) as [number | null];
process.exitCode = code ?? 1;
