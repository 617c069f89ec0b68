import { checkConfig } from '../../bitcoin/check-config.ts';
import type { ConfigIssue, NodeConfig } from '../../bitcoin/node-config.ts';
import { namePattern, nameRule } from '../../contract/names.ts';
import { domainError, invalidInput } from '../api/errors.ts';
import { faultOf } from '../database/database.ts';
import type { ExecutorRow } from '../executors/executor.ts';

/** Throws `chain_not_supported_by_executor`, with what the executor does offer. */
export function checkOffer({ name, capabilities }: ExecutorRow, config: NodeConfig): void {
  const refuse = (what: string, offered: readonly string[]) =>
    domainError(
      'chain_not_supported_by_executor',
      `${name} does not offer ${what}; it offers ${offered.length === 0 ? 'none' : offered.join(', ')}`,
    );
  if (!capabilities.networks.includes(config.network)) throw refuse(config.network, capabilities.networks);
  if (!capabilities.nodeTypes.includes(config.nodeType))
    throw refuse(`${config.nodeType} nodes`, capabilities.nodeTypes);
  const versions = capabilities.clients.filter(({ client }) => client === config.client).map(({ version }) => version);
  if (!versions.includes(config.clientVersion)) throw refuse(`${config.client} ${config.clientVersion}`, versions);
}

/** Throws `invalid_node_config`, naming each fault. */
export function checkNodeConfig(config: NodeConfig, more: readonly ConfigIssue[] = []): void {
  const issues = [...more, ...checkConfig(config)].map(({ path, message }) => ({ path: ['data', ...path], message }));
  if (issues.length === 0) return;
  const text = issues.map(({ path, message }) => `${path.slice(1).join('.')}: ${message}`).join('; ');
  throw domainError('invalid_node_config', text, issues);
}

/** Throws `not_enough_resources` for what no state of the host could ever give. */
export function checkRoom({ name, resources }: ExecutorRow, { resources: asked }: NodeConfig): void {
  const { cpuCores, memoryMiB } = resources;
  const missing: string[] = [];
  if (asked.cpuCores > cpuCores.total) missing.push(`${asked.cpuCores} cores (it has ${cpuCores.total})`);
  if (asked.memoryMiB > memoryMiB.total) missing.push(`${asked.memoryMiB} MiB of memory (it has ${memoryMiB.total})`);
  if (missing.length > 0) throw domainError('not_enough_resources', `${name} cannot give ${missing.join(' and ')}`);
}

/** Throws `invalid_input`. */
export function checkName(name: string): void {
  if (namePattern.test(name)) return;
  throw invalidInput([
    {
      path: ['data', 'name'],
      message: nameRule,
    },
  ]);
}

/** Two nodes of one name; told by the database, so that two requests at once cannot both win. */
export async function orNameTaken<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code, constraint } = faultOf(error);
    if (code !== '23505' || constraint !== 'node_name') throw error;
    throw domainError('name_taken', `another node of this organization is called ${name}; choose another name`);
  }
}
