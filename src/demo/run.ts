import { resolve } from 'node:path';
import type { Command } from 'commander';
import { toCommandError } from '../cli/command-error.ts';
import { untilStopped } from '../cli/until-stopped.ts';
import { HostSetupError } from '../devhost/setup-error.ts';
import { cleanDemo } from './clean.ts';
import { Demo } from './demo.ts';
import { type DemoFolder, demoFolder } from './folder.ts';
import { keepMining } from './miner.ts';
import { showSplit, splitNames } from './split.ts';

const nodeName = 'demo-node';
const runningTimeoutMs = 10 * 60_000;
const heightTimeoutMs = 60_000;
const blockEveryMs = 3000;
/** With `--once`. */
const quickBlockEveryMs = 500;
/** Time to look at a split in the console. */
const splitLookMs = 2 * 60_000;

interface DemoCommandOptions {
  once?: boolean;
  clean?: boolean;
  folder: string;
  split?: boolean;
}

export function register(command: Command): void {
  command
    .option('--once', 'exit when the API reports a block height above 0; exits with 1 if it does not')
    .option('--split', 'run four nodes, one of which rejects a block: show the incident and the tree, then heal')
    .option('--clean', 'remove everything that the demo created')
    .option('--folder <directory>', 'folder for the demo’s files', '.demo')
    .action(runDemo);
}

async function runDemo(options: DemoCommandOptions): Promise<void> {
  const folder = demoFolder(resolve(options.folder));
  const ending = new AbortController();
  void untilStopped().then(() => ending.abort());
  try {
    if (options.clean) await cleanDemo(folder, say, ending.signal);
    else await run(folder, options, ending.signal);
  } catch (error) {
    if (ending.signal.aborted && (error as Error).name === 'AbortError') return;
    throw toCommandError(error, HostSetupError);
  } finally {
    // The signal handlers would keep the process alive.
    setImmediate(() => process.exit());
  }
}

async function run(folder: DemoFolder, { once, split }: DemoCommandOptions, signal: AbortSignal): Promise<void> {
  const demo = new Demo({ folder, say, signal, nodeNames: split ? splitNames : [nodeName] });
  const mining = new AbortController();
  let mined: Promise<void> = Promise.resolve();
  try {
    await demo.start();
    await demo.untilRunning(runningTimeoutMs);
    if (split) return await showSplit(demo, { say, signal, lookMs: once ? 0 : splitLookMs });
    const everyMs = once ? quickBlockEveryMs : blockEveryMs;
    mined = keepMining(demo.target(nodeName), everyMs, AbortSignal.any([signal, mining.signal]));
    if (once) say(`the agent reported height ${await demo.untilHeight(heightTimeoutMs)}, read back through the API`);
    else await demo.show(signal);
  } finally {
    mining.abort();
    await mined;
    await demo.stop();
  }
}

const say = (line: string): void => console.log(`demo: ${line}`);
