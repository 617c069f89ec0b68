import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { packageRoot } from '../../package-root.ts';
import { textOrNull } from '../../storage/plain-file.ts';

export const unitFolder = '/etc/systemd/system';

export const unitNames = {
  agent: 'satrap-agent.service',
  /** Stops the agent before its engine. */
  shutdown: 'satrap-agent-shutdown.target',
  watcher: 'satrap-agent-upgrade.service',
  order: 'satrap-agent-upgrade.path',
  gateway: 'satrap-gateway.service',
  /** Starts the gateway once the agent has written settings for it. */
  gatewayStart: 'satrap-gateway.path',
} as const;

/** The folder of the installed versions, such as /opt/satrap; null for a program without one, such as a clone. */
export function programPrefix(root: string): string | null {
  const versions = dirname(root);
  return basename(versions) === 'versions' && existsSync(join(root, 'bin/satrap')) ? dirname(versions) : null;
}

/** Returns the program of the unit: the `current` link if there is one, so that an upgrade only changes the link. */
export function programPath(root = packageRoot()): string {
  const prefix = programPrefix(root);
  return prefix === null ? join(root, 'scripts/satrap') : join(prefix, 'current/bin/satrap');
}

/** Renders the unit for this host. `group`: the group of the engine's socket; null for an engine on TCP. */
export function renderAgentUnit(
  template: string,
  { program, group }: { program: string; group: string | null },
): string {
  return template
    .replace(/^ExecStart=\S+/m, `ExecStart=${program}`)
    .replace(/^SupplementaryGroups=.*\n/m, group === null ? '' : `SupplementaryGroups=${group}\n`);
}

/** Returns this version's units by name. Only a versioned installation has the watcher's. */
export function renderUnits(group: string | null, root = packageRoot()): Map<string, string> {
  const { agent, shutdown, watcher, order, gateway, gatewayStart } = unitNames;
  const prefix = programPrefix(root);
  const rendered = (name: string): [string, string] => [
    name,
    unitTemplate(name).replaceAll('/opt/satrap', prefix ?? '/opt/satrap'),
  ];
  return new Map([
    [agent, renderAgentUnit(unitTemplate(agent), { program: programPath(root), group })],
    [gateway, unitTemplate(gateway).replace(/^ExecStart=\S+/m, `ExecStart=${programPath(root)}`)],
    ...[shutdown, gatewayStart, ...(prefix === null ? [] : [watcher, order])].map(rendered),
  ]);
}

export const unitTemplate = (name: string = unitNames.agent): string =>
  readFileSync(join(packageRoot(), 'templates', name), 'utf8');

export const installedUnit = (name: string, folder = unitFolder): string | null => textOrNull(join(folder, name));

/** Returns the units that differ from this version's. Null if systemd does not start this program. */
export function staleUnits(folder = unitFolder, root = packageRoot()): string[] | null {
  const installed = installedUnit(unitNames.agent, folder);
  if (!installed?.includes(`\nExecStart=${programPath(root)} `)) return null;
  const group = /^SupplementaryGroups=(.*)$/m.exec(installed)?.[1] ?? null;
  return [...renderUnits(group, root)].flatMap(([name, text]) => (installedUnit(name, folder) === text ? [] : [name]));
}
