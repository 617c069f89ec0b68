#!/usr/bin/env node
import { agent } from './cli/agent/command.ts';
import { controlPlane } from './cli/control-plane/command.ts';
import { gateway } from './cli/gateway/command.ts';
import { operatorCommands } from './cli/operator-commands.ts';
import { runProgram } from './cli/program.ts';
import { demo } from './demo/command.ts';

await runProgram([agent, gateway, controlPlane, ...operatorCommands, demo], process.argv.slice(2));
