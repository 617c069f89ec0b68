import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Docker from 'dockerode';
import { type Engine, ensureEngine } from '../src/devhost/engine.ts';
import { errorMessage } from '../src/text/error-message.ts';

// Runs the checks and the tests, looks whether they left anything behind, and ends with the line «N passed, N failed».

const folder = mkdtempSync(join(tmpdir(), 'satrap-test-'));
const report = join(folder, 'report.json');
const selection = process.argv.slice(2);

let passed = 0;
let failed = 0;

// The engine outlives the tests' own set-up, so that what they leave in it can be seen before it stops.
const engine = await bringUpEngine();
const before = await traces();
if (selection.length === 0) {
  await check('types', 'tsc', ['--noEmit']);
  await check('format and lint', 'biome', ['check', '--error-on-warnings', '.']);
}
await runTests();
const left = [...(await traces())].filter((trace) => !before.has(trace));
if (left.length > 0) {
  failed++;
  console.error(`the tests left behind:\n${left.map((trace) => `  ${trace}`).join('\n')}`);
}
await engine?.stop();
rmSync(folder, { recursive: true, force: true });
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;

async function bringUpEngine(): Promise<Engine | undefined> {
  try {
    const say = (line: string): void => console.log(`set-up: ${line}`);
    return await ensureEngine({
      say,
      signal: AbortSignal.timeout(10 * 60_000),
      dockerHost: process.env['DOCKER_HOST'],
    });
  } catch (error) {
    // The tests that need no engine could pass, but a run without one is no proof.
    failed++;
    console.error(errorMessage(error));
    return undefined;
  }
}

async function check(name: string, program: string, args: string[]): Promise<void> {
  const status = await run(program, args);
  if (status === 0) passed++;
  else failed++;
  console.log(`${status === 0 ? '✓' : '✗'} ${name}`);
}

/** Its exit code. Not waited for in one blocking call: this process must notice when the engine closes an idle connection. */
async function run(program: string, args: string[]): Promise<number | null> {
  const [status] = (await once(spawn(program, args, { stdio: 'inherit' }), 'exit')) as [number | null];
  return status;
}

async function runTests(): Promise<void> {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const status = await run('vitest', ['run', ...reporters, ...selection]);
  if (!existsSync(report)) {
    failed++;
    return;
  }
  const { numPassedTests, numTotalTests, numFailedTestSuites } = JSON.parse(readFileSync(report, 'utf8')) as Record<
    string,
    number
  >;
  passed += numPassedTests ?? 0;
  // A test that was skipped or never ran has not passed.
  const wrong = (numTotalTests ?? 0) - (numPassedTests ?? 0);
  failed += wrong > 0 ? wrong : status === 0 ? 0 : Math.max(1, numFailedTestSuites ?? 1);
}

/** What exists now of all that tests make: Docker objects, and processes of the programs that they start. */
async function traces(): Promise<Set<string>> {
  const found = new Set(processes());
  if (engine === undefined) return found;
  const docker = new Docker({ socketPath: engine.socketPath, timeout: 5000 });
  try {
    for (const { Id, Names } of await docker.listContainers({ all: true })) found.add(`container ${Names[0] ?? Id}`);
    for (const { Name } of (await docker.listVolumes()).Volumes ?? []) found.add(`volume ${Name}`);
    for (const { Name } of await docker.listNetworks())
      if (!['bridge', 'host', 'none'].includes(Name)) found.add(`network ${Name}`);
  } catch (error) {
    // It answered at the start: a test that broke it counts as one that left something behind.
    found.add(`an engine that does not answer: ${errorMessage(error)}`);
  }
  return found;
}

function processes(): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').join(' ').trim();
        return /\b(dockerd|containerd-shim|postgres|litecoind|bitcoind)\b|src\/main\.ts/.test(words)
          ? [`process ${pid} ${words.slice(0, 120)}`]
          : [];
      } catch {
        // It ended while we looked.
        return [];
      }
    });
}
