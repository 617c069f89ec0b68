// The program of a release for control planes: without the agent and the demo.
import { controlPlane } from './cli/control-plane/command.ts';
import { operatorCommands } from './cli/operator-commands.ts';
import { runProgram } from './cli/program.ts';

await runProgram([controlPlane, ...operatorCommands], process.argv.slice(2));
