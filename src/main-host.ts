// The program of a release, but for `satrap agent run` and for the control plane, which would bring the server's packages.
import { agent } from './cli/agent/command.ts';
import { controlPlaneDescription } from './cli/control-plane/description.ts';
import type { LazyCommand } from './cli/lazy-command.ts';
import { operatorCommands } from './cli/operator-commands.ts';
import { runProgram } from './cli/program.ts';

/** In `satrap --help` alone: the launcher starts it from an entry of its own. */
const controlPlane: LazyCommand = {
  name: 'control-plane',
  description: controlPlaneDescription,
  files: () => [],
};

await runProgram([agent, controlPlane, ...operatorCommands], process.argv.slice(2));
