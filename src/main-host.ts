// The program of a release for hosts: without the control plane and the demo, which would bring the server's packages.
import { agent } from './cli/agent/command.ts';
import { operatorCommands } from './cli/operator-commands.ts';
import { runProgram } from './cli/program.ts';

await runProgram([agent, ...operatorCommands], process.argv.slice(2));
