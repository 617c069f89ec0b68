import { ofUpgrade } from '../../../bitcoin/clients/upgrade.ts';
import { ofVersion } from '../../../bitcoin/consequences.ts';
import { operationParams } from '../../../contract/node-operations.ts';
import type { NodeOperationResult } from '../../../contract/types.generated.ts';
import type { OperationOfNode } from '../../tables/node-operations.ts';
import { dataFormatOf } from '../data/data-format.ts';
import { configOf } from '../node-config.ts';

/** Returns what an operation found: its agent’s report, with the facts that only the control plane has. */
export function resultOf({
  result,
  params,
  node,
}: Pick<OperationOfNode, 'result' | 'params' | 'node'>): NodeOperationResult | null {
  if (!result?.rehearse) return null;
  const { from, clientVersion } = operationParams.rehearse.parse(params);
  // From the node as it would be after the change that was rehearsed.
  const back = [
    ...ofVersion(dataFormatOf(node), clientVersion, from),
    ...ofUpgrade({ ...configOf(node), clientVersion }, from),
  ];
  return { rehearse: { ...result.rehearse, wayBack: back.map(({ message }) => message) } };
}
