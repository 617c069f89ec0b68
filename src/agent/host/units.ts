import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { packageRoot } from '../../package-root.ts';

/** Where an installation puts the units. */
export const unitFolder = '/etc/systemd/system';

export const unitNames = {
  agent: 'satrap-agent.service',
  /** Orders the agent's end before that of its engine. */
  shutdown: 'satrap-agent-shutdown.target',
  watcher: 'satrap-agent-upgrade.service',
  order: 'satrap-agent-upgrade.path',
} as const;

/** The folder in which versions of the program lie beside each other, such as /opt/satrap; null for a program that does not, as in a clone. */
function programPrefix(root: string): string | null {
  const versions = dirname(root);
  return basename(versions) === 'versions' && existsSync(join(root, 'bin/satrap')) ? dirname(versions) : null;
}

/** Returns the program that the unit starts: through the pointer `current` where there is one, so that an upgrade changes the pointer alone. */
export function programPath(root = packageRoot()): string {
  const prefix = programPrefix(root);
  return prefix === null ? join(root, 'scripts/satrap') : join(prefix, 'current/bin/satrap');
}

/** Returns the unit for this host. `group`: that of the engine's socket; null for an engine on TCP. */
export function renderAgentUnit(
  template: string,
  { program, group }: { program: string; group: string | null },
): string {
  return template
    .replace(/^ExecStart=\S+/m, `ExecStart=${program}`)
    .replace(/^SupplementaryGroups=.*\n/m, group === null ? '' : `SupplementaryGroups=${group}\n`);
}

/** Returns the units of this version, by name. Only a program that lies among versions has the watcher's. `group`: as above. */
export function renderUnits(group: string | null, root = packageRoot()): Map<string, string> {
  const { agent, shutdown, watcher, order } = unitNames;
  const prefix = programPrefix(root);
  const rendered = (name: string): [string, string] => [
    name,
    unitTemplate(name).replaceAll('/opt/satrap', prefix ?? '/opt/satrap'),
  ];
  return new Map([
    [agent, renderAgentUnit(unitTemplate(agent), { program: programPath(root), group })],
    ...[shutdown, ...(prefix === null ? [] : [watcher, order])].map(rendered),
  ]);
}

export const unitTemplate = (name: string = unitNames.agent): string =>
  readFileSync(join(packageRoot(), 'templates', name), 'utf8');

export function installedUnit(name: string, folder = unitFolder): string | null {
  try {
    return readFileSync(join(folder, name), 'utf8');
  } catch {
    return null;
  }
}

/** Returns the names of the units that differ from this version's. Null where systemd does not start this program. */
export function staleUnits(folder = unitFolder, root = packageRoot()): string[] | null {
  const installed = installedUnit(unitNames.agent, folder);
  if (!installed?.includes(`\nExecStart=${programPath(root)} `)) return null;
  const group = /^SupplementaryGroups=(.*)$/m.exec(installed)?.[1] ?? null;
  return [...renderUnits(group, root)].flatMap(([name, text]) => (installedUnit(name, folder) === text ? [] : [name]));
}
