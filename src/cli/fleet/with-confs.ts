import { resolve } from 'node:path';
import { isSecretKey } from '../../bitcoin/secret-keys.ts';
import { printable } from '../../text/printable.ts';
import type { Api } from '../api.ts';
import { CommandError } from '../command-error.ts';
import { readConf, readConfText, type UsableConf } from '../nodes/from-conf.ts';
import type { Fleet, FleetNode } from './fleet-file.ts';
import type { FleetFile } from './fleet-files.ts';
import type { DesiredFleet } from './plan.ts';

type ParsedNode = NonNullable<Fleet['nodes']>[number];

/**
 * Replaces each `conf` by what the control plane makes of that file; fields beside it take precedence. Prints the lines
 * that are lost to standard error. Throws CommandError.
 */
export async function withConfs(api: Api, { file, fleet, folder, lineOf }: FleetFile): Promise<DesiredFleet> {
  const { nodes, ...rest } = fleet;
  if (nodes === undefined) return rest;
  const read: FleetNode[] = [];
  for (const [index, node] of nodes.entries())
    read.push(
      await withConf(api, node, folder).catch((error: unknown) => {
        if (!(error instanceof CommandError)) throw error;
        const place = `${file}:${lineOf(['nodes', index, 'conf'])}: nodes.${index}.conf: `;
        // Usage has the exit code of a difference.
        const failure = error.failure === 'usage' ? 'failed' : error.failure;
        throw new CommandError(`${place}${error.message}`, failure, error.fields);
      }),
    );
  return { ...rest, nodes: read };
}

async function withConf(api: Api, { conf, ...node }: ParsedNode, folder: string): Promise<FleetNode> {
  if (conf === undefined) return node;
  // Standard input can be read only once.
  if (conf === '-') throw new CommandError('must be the path of a file');
  const { network, client, clientVersion, nodeType, resources } = node;
  const text = await readConfText(resolve(folder, conf));
  const result = await readConf(api, { text, network, client, clientVersion, nodeType, resources });
  reportLost(node.name, conf, result);
  const overrides = Object.groupBy(
    result.overrides.filter(({ key }) => !isSecretKey(key)),
    ({ key }) => key,
  );
  const values = Object.entries(overrides).map(([key, all = []]) => [key, all.map(({ value }) => value)] as const);
  return {
    ...node,
    signet: node.signet ?? result.signet ?? undefined,
    nodeType: result.nodeType,
    overrides: {
      ...Object.fromEntries(values.map(([key, all]) => [key, all.length === 1 ? (all[0] ?? '') : all])),
      ...node.overrides,
    },
  };
}

/** A plan shows the values of overrides, so it takes no secrets. */
function reportLost(name: string, file: string, { lines }: UsableConf): void {
  for (const { number, text, verdict, reason, becomes } of lines) {
    const isSecret = becomes.some(({ value }) => value === null);
    if (verdict !== 'dropped' && !isSecret) continue;
    const why = isSecret ? 'a secret, which no fleet file sets: use satrap nodes update NODE --set KEY=VALUE' : reason;
    console.error(printable(`${name}: ${file}:${number} is dropped: ${text.trim()} (${why})`));
  }
}
