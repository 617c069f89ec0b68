#!/usr/bin/env node
import { Command, CommanderError } from 'commander';
import { agent } from './cli/agent/command.ts';
import { audit } from './cli/audit/command.ts';
import { CommandError } from './cli/command-error.ts';
import { context } from './cli/contexts/command.ts';
import { controlPlane } from './cli/control-plane/command.ts';
import { events } from './cli/events/command.ts';
import { executors } from './cli/executors/command.ts';
import { incidents } from './cli/incidents/command.ts';
import { login, logout } from './cli/login/command.ts';
import { nodes } from './cli/nodes/command.ts';
import { releases } from './cli/releases/command.ts';
import { setPassword } from './cli/set-password/command.ts';
import { webhooks } from './cli/webhooks/command.ts';
import { demo } from './demo/command.ts';
import { printable } from './text/printable.ts';
import { ownVersion } from './version.ts';

async function main(args: readonly string[]): Promise<void> {
  const program = new Command('satrap')
    .description('Turns Docker hosts into Bitcoin nodes.')
    .version(ownVersion())
    // Commander throws instead of ending the process.
    .exitOverride()
    .showHelpAfterError('(see --help)')
    // Else `nodes create --version 28.1` would print the program's own version and do nothing.
    .enablePositionalOptions();
  const [first, second] = args;
  const calledName = first === 'help' ? second : first;
  for (const { name, description, load } of [
    agent,
    controlPlane,
    login,
    logout,
    context,
    nodes,
    executors,
    releases,
    events,
    audit,
    incidents,
    setPassword,
    webhooks,
    demo,
  ]) {
    const command = program.command(name).description(description);
    if (name === calledName) await load(command);
  }
  await program.parseAsync([...args], { from: 'user' });
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2;
  else if (error instanceof CommandError) {
    console.error(`satrap: ${error.message.split('\n').map(printable).join('\n')}`);
    process.exitCode = error.exitCode;
  } else throw error;
}
