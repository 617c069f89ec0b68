import { resolve } from 'node:path';
import { Command } from 'commander';
import { CommandFault } from '../cli/fault.ts';
import { untilStopped } from '../cli/until-stopped.ts';
import { HostSetupError } from '../devhost/setup-error.ts';
import { cleanDemo } from './clean.ts';
import { Demo } from './demo.ts';
import { DemoFolder } from './folder.ts';

const runningWithinMs = 10 * 60_000;
const heightWithinMs = 60_000;
const blockEveryMs = 3000;

/** `satrap demo` */
export const demoCommand = (): Command =>
  new Command('demo')
    .description('a control plane, an agent and a regtest node on this machine')
    .option(
      '--once',
      'end as soon as a height above 0 was read back through the API; exit code 1 when that does not happen',
    )
    .option('--clean', 'remove all that the demo made')
    .option('--folder <directory>', 'where the demo keeps what it makes', '.demo')
    .action(async (options: { once?: boolean; clean?: boolean; folder: string }) => {
      const folder = new DemoFolder(resolve(options.folder));
      const ending = new AbortController();
      void untilStopped().then(() => ending.abort());
      try {
        if (options.clean) await cleanDemo(folder, say, ending.signal);
        else await run(new Demo({ folder, say, signal: ending.signal }), options.once === true, ending.signal);
      } catch (error) {
        if (ending.signal.aborted && (error as Error).name === 'AbortError') return;
        throw error instanceof HostSetupError ? new CommandFault(error.message) : error;
      } finally {
        // The handlers of the signals would keep the process alive.
        setImmediate(() => process.exit());
      }
    });

async function run(demo: Demo, once: boolean, signal: AbortSignal): Promise<void> {
  const mining = new AbortController();
  let mined: Promise<void> = Promise.resolve();
  try {
    await demo.begin();
    await demo.untilRunning(runningWithinMs);
    mined = demo.keepMining(once ? 500 : blockEveryMs, AbortSignal.any([signal, mining.signal]));
    if (once) say(`the agent reported height ${await demo.untilHeight(heightWithinMs)}, read back through the API`);
    else await demo.show(signal);
  } finally {
    mining.abort();
    await mined;
    await demo.end();
  }
}

const say = (line: string): void => console.log(`demo: ${line}`);
