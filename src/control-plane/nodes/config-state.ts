import { configHash, configLines } from '../../bitcoin/config-lines.ts';
import { isAnswering } from '../../contract/phases.ts';
import type { ConfigState } from '../../contract/types.generated.ts';
import type { NodeRow } from '../tables/nodes.ts';
import { type ConfigColumns, configOf } from './node-config.ts';

type StateColumns = ConfigColumns & Pick<NodeRow, 'observed'> & { executor: Pick<NodeRow['executor'], 'online'> };

/** Compares what a node's daemon runs with, as its executor reports, with what is rendered for it. */
export function configState({ observed, executor, ...config }: StateColumns): ConfigState {
  const answers = executor.online && isAnswering(observed?.phase);
  if (!answers || !observed?.configHash) return 'unknown';
  return observed.configHash === configHash(configLines(configOf(config))) ? 'running' : 'differs';
}
