// The program of a release, except for `satrap agent run` and the control plane, which would add the server's packages.
import { agent } from './cli/agent/command.ts';
import { controlPlaneDescription } from './cli/control-plane/description.ts';
import { gateway } from './cli/gateway/command.ts';
import { operatorCommands } from './cli/operator-commands.ts';
import { type LazyCommand, runProgram } from './cli/program.ts';

/** Only in `satrap --help`: the launcher starts it from its own entry. */
const controlPlane: LazyCommand = {
  name: 'control-plane',
  description: controlPlaneDescription,
  files: () => [],
};

await runProgram([agent, gateway, controlPlane, ...operatorCommands], process.argv.slice(2));
