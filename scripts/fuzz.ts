import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

// Runs operations generated from the schema against a real server, and checks what other organizations see after each batch.
//
//   npm run fuzz -- --seed 7 --operations 20000                a long run; without a seed, one is chosen and printed
//   npm run fuzz -- --seed 7 --from 12 --operations 600        one round again

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(randomInt(2 ** 31)) },
    from: { type: 'string', default: '1' },
    operations: { type: 'string', default: '20000' },
  },
});
for (const [name, value] of Object.entries(values))
  if (!/^\d{1,10}$/.test(value)) {
    console.error(`--${name} must be a whole number, not “${value}”`);
    process.exit(2);
  }
const child = spawn('vitest', ['run', 'test/control-plane/fuzz.parts.test.ts', '--disableConsoleIntercept'], {
  stdio: 'inherit',
  cwd: join(import.meta.dirname, '..'),
  env: {
    ...process.env,
    SATRAP_FUZZ_SEED: values.seed,
    SATRAP_FUZZ_FROM: values.from,
    SATRAP_FUZZ_OPERATIONS: values.operations,
  },
});
const [code] = (await once(child, 'exit')) as [number | null];
process.exitCode = code ?? 1;
