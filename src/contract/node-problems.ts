import type { NodeProblemCode } from './types.generated.ts';

/** Whether a problem means that the node is not at the tip of its chain, and so not `running`. */
const keepsFromTip: Readonly<Record<NodeProblemCode, boolean>> = {
  no_peers: true,
  // A gap between blocks is a fact about the network: a node without a newer block is at its tip.
  tip_stale: false,
  headers_ahead: true,
  download_stalled: true,
  behind_network: true,
  other_branch: false,
  clock_off: false,
  daemon_warning: false,
  rpc_busy: false,
  invalid_answers: false,
  validating_snapshot: false,
  memory_near_limit: false,
  restarts_often: false,
  disk_full_stopped: false,
  change_reverted: false,
  agent_outdated: false,
  other: false,
};

export const problemCodes = Object.keys(keepsFromTip) as NodeProblemCode[];

export const isProblemCode = (code: string): code is NodeProblemCode => Object.hasOwn(keepsFromTip, code);

/** Whether a problem keeps a node from the tip of its chain. */
export const isOffTip = (code: string): boolean => isProblemCode(code) && keepsFromTip[code];
