import { audit } from './audit/command.ts';
import { context } from './contexts/command.ts';
import { events } from './events/command.ts';
import { executors } from './executors/command.ts';
import { incidents } from './incidents/command.ts';
import type { LazyCommand } from './lazy-command.ts';
import { login, logout } from './login/command.ts';
import { nodes } from './nodes/command.ts';
import { releases } from './releases/command.ts';
import { setPassword } from './set-password/command.ts';
import { webhooks } from './webhooks/command.ts';

/** The commands that call the control plane's API for a person. */
export const operatorCommands: readonly LazyCommand[] = [
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
];
