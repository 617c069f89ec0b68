import type { Command } from 'commander';
import { ExplainNodeDocument } from '../../contract/operations.generated.ts';
import { Api, type ApiOptions, apiCommand } from '../api.ts';
import { CommandError } from '../command-error.ts';
import { explanationLines } from '../explanation-lines.ts';
import { print } from '../output.ts';
import { findNode } from './find-node.ts';

export function register(nodes: Command): void {
  apiCommand(nodes, 'explain <node>', 'explain a node: desired state, observed state, next steps').action(explain);
}

async function explain(nameOrId: string, options: ApiOptions): Promise<void> {
  const api = new Api(options);
  const { id, name } = await findNode(api, nameOrId);
  const { explainNode } = await api.call(ExplainNodeDocument, { id });
  if (explainNode === null) throw new CommandError(`${name} was deleted`);
  const { explainedAt, staleReason } = explainNode;
  const age = staleReason == null ? [] : [`as of ${explainedAt}: ${staleReason}`];
  print(explainNode, options, () => [...age, ...explanationLines({ node: { id, name }, ...explainNode })]);
}
