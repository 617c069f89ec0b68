import type { Command } from 'commander';
import { AgentNotRunning, queryAgent } from '../../agent/admin-socket/client.ts';
import type { NodeExplanation } from '../../agent/reconcile/explain.ts';
import { toCommandError } from '../command-error.ts';
import { defineCommand } from '../define-command.ts';
import { explanationLines } from '../explanation-lines.ts';
import { jsonOption, print } from '../output.ts';
import { dataDirOption } from './data-dir.ts';

export function register(agent: Command): void {
  const description = 'explain a node: desired state, observed state, next steps';
  defineCommand(agent, 'explain <node>', description, [dataDirOption(), jsonOption], async (options, node) => {
    const explanation = await explanationOf(options.dataDir, node).catch((error: unknown) => {
      throw toCommandError(error, Error);
    });
    print(explanation, options, () => explanationLines(explanation));
  });
}

/** Asks the running agent; without one, reads its store and asks the engine. */
async function explanationOf(dataDir: string, node: string): Promise<NodeExplanation> {
  try {
    return await queryAgent<NodeExplanation>(dataDir, `/explain?node=${encodeURIComponent(node)}`);
  } catch (error) {
    if (!(error instanceof AgentNotRunning)) throw error;
    const { explainOffline } = await import('../../agent/offline/explain-offline.ts');
    const explanation = await explainOffline(dataDir, node);
    if (explanation === undefined) throw error;
    return explanation;
  }
}
