// The program of `satrap agent run` in a release: what a host keeps in memory, without the other commands.
import * as run from './cli/agent/run.ts';
import type { LazyCommand } from './cli/lazy-command.ts';
import { runProgram } from './cli/program.ts';

const agent: LazyCommand = {
  name: 'agent',
  description: 'the executor agent of this host',
  files: () => [Promise.resolve(run)],
};

// Not awaited: its bundle is of the kind of modules that cannot.
void runProgram([agent], process.argv.slice(2));
