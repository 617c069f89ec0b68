// The program of `satrap agent run` in a release: it keeps a host's memory free of the other commands.
import * as run from './cli/agent/run.ts';
import { type LazyCommand, runProgram } from './cli/program.ts';

const agent: LazyCommand = {
  name: 'agent',
  description: 'the executor agent of this host',
  files: () => [Promise.resolve(run)],
};

// Not awaited: its bundle is CommonJS.
void runProgram([agent], process.argv.slice(2));
