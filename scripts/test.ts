import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { type Engine, ensureEngine } from '../src/devhost/engine.ts';
import { errorMessage } from '../src/text/error-message.ts';
import { poll } from '../src/timing/poll.ts';
import { isQuickFile, isSoakFile, selectedFiles } from '../test/setup/projects.ts';
import { durationsOf, type FileReport, keptDurations, slowestFiles } from './durations.ts';
import { EngineRecorder } from './engine-recorder.ts';
import { processesNaming } from './run-processes.ts';
import { flakyTests, tally, type VitestReport } from './tally.ts';

// Runs the checks and the tests, looks for leftovers, and ends with the line «N passed, N failed».
//
//   npm test                            everything except the soak tests
//   npm test -- FILE… [-t NAME]         selected files or tests; takes all vitest options
//   npm test -- --keep-durations        everything, and saves the durations that order the next runs
//   npm run test:quick                  the checks, and the tests without an engine or server
//   npm run test:soak [-- FILE…]        long repetition and rare hosts: see docs/internals/development.md

const root = join(import.meta.dirname, '..');
const isQuick = process.argv.includes('--quick');
const keepsDurations = process.argv.includes('--keep-durations');
const selection = process.argv
  .slice(2)
  .filter((argument) => !['--quick', '--soak', '--keep-durations'].includes(argument));
const isSoak = process.argv.includes('--soak') || selection.some(isSoakFile);

// Everything that the tests create on disk is in this folder. Its path identifies the processes that they start.
const folder = mkdtempSync(join(tmpdir(), 'satrap-test-'));
// Tests that act as another user need access to it, as to a single test's temporary folder.
chmodSync(folder, 0o711);

let passed = 0;
let failed = 0;

// The engine outlives the tests' set-up, so that leftovers show before it stops.
const engine = needsEngine() ? await startEngine() : undefined;
const recorder = engine && (await EngineRecorder.start(engine.socketPath, join(folder, 'docker.sock')));
if (selection.length === 0 && !isSoak) {
  // With threads of its own, each of which reads the shared types again, tsc takes twice the processor time.
  await Promise.all([
    check('types', 'tsc', ['--noEmit', '--singleThreaded']),
    check('types of the console', 'tsc', ['--noEmit', '--singleThreaded', '-p', 'src/console']),
    check('format and lint', 'biome', ['check', '--error-on-warnings', '.']),
  ]);
}
await runTests();
await checkLeftovers();
await recorder?.stop();
await engine?.stop();
rmSync(folder, { recursive: true, force: true });
if (selection.length === 0 && !isSoak) {
  const soak = selectedFiles(root, []).filter(isSoakFile);
  const names = soak.map((file) => basename(file, '.soak.test.ts')).join(', ');
  console.log(`not included: ${soak.length} files of "npm run test:soak": ${names}`);
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;

function needsEngine(): boolean {
  return !isQuick && !selectedFiles(root, selection).every(isQuickFile);
}

async function startEngine(): Promise<Engine | undefined> {
  try {
    const say = (line: string): void => console.log(`set-up: ${line}`);
    const signal = AbortSignal.timeout(10 * 60_000);
    return await ensureEngine({ say, signal, dockerHost: process.env['DOCKER_HOST'] });
  } catch (error) {
    // The tests that need no engine can still pass, but a run without one proves too little.
    failed++;
    console.error(errorMessage(error));
    return undefined;
  }
}

async function check(name: string, program: string, args: string[]): Promise<void> {
  const exitCode = await run(program, args);
  if (exitCode === 0) passed++;
  else failed++;
  console.log(`${exitCode === 0 ? '✓' : '✗'} ${name}`);
}

async function runTests(): Promise<void> {
  const report = join(folder, 'report.json');
  const exitCode = await run(
    'vitest',
    [
      ...['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
      `--project=${isQuick ? 'quick' : isSoak ? 'soak' : '!soak'}`,
      ...selection,
    ],
    {
      TMPDIR: folder,
      ...(selection.length === 0 ? { SATRAP_WHOLE_RUN: 'true' } : {}),
      ...(recorder === undefined ? {} : { DOCKER_HOST: `unix://${recorder.socketPath}` }),
    },
  );
  const hasNameFilter = selection.some((argument) => /^(-t|--testNamePattern)/.test(argument));
  const counts = existsSync(report)
    ? (JSON.parse(readFileSync(report, 'utf8')) as VitestReport & { testResults: FileReport[] })
    : null;
  if (counts !== null) {
    showDurations(counts.testResults);
    const flaky = flakyTests(counts);
    if (flaky.length > 0) console.log(['passed only on retry:', ...flaky.map((test) => `    ${test}`)].join('\n'));
  }
  const result = tally(counts, exitCode, hasNameFilter);
  passed += result.passed;
  failed += result.failed;
}

function showDurations(files: FileReport[]): void {
  const durations = durationsOf(root, files);
  if (selection.length === 0) console.log(['slowest files:', ...slowestFiles(durations, 20)].join('\n'));
  if (keepsDurations)
    writeFileSync(join(root, 'test/setup/durations.json'), `${JSON.stringify(keptDurations(durations), null, 2)}\n`);
}

/** Reports leftovers of the tests. A process may take a moment to exit. */
async function checkLeftovers(): Promise<void> {
  let leftovers: string[] = [];
  const isClean = async () => {
    leftovers = [...processesNaming(folder), ...((await recorder?.leftovers()) ?? [])];
    return leftovers.length === 0;
  };
  if (await poll(isClean, { withinMs: 5000, everyMs: 200 })) return;
  failed++;
  console.error(`the tests left behind:\n${leftovers.map((line) => `  ${line}`).join('\n')}`);
}

/** Runs a program and returns its exit code. Asynchronous, so that this process can relay the tests' calls to the engine. */
async function run(program: string, args: string[], env: Record<string, string> = {}): Promise<number | null> {
  const child = spawn(program, args, { stdio: 'inherit', env: { ...process.env, ...env } });
  const [exitCode] = (await once(child, 'exit')) as [number | null];
  return exitCode;
}
