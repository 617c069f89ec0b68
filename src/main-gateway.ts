// The program of `satrap gateway run` in a release: it keeps a host's memory free of the other commands.
import * as run from './cli/gateway/run.ts';
import { type LazyCommand, runProgram } from './cli/program.ts';

const gateway: LazyCommand = {
  name: 'gateway',
  description: 'run the gateway of this host’s endpoints',
  files: () => [Promise.resolve(run)],
};

// Not awaited: its bundle is CommonJS.
void runProgram([gateway], process.argv.slice(2));
