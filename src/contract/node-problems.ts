import type { NodeProblemCode } from './types.generated.ts';

/** What holds of every problem of one kind. */
export interface ProblemKind {
  /** Whether a node that has it is not at the tip of its chain, and so not `running`. */
  keepsFromTip: boolean;
  /** What to do, in a line. */
  advice: string;
}

export const problemKinds: Readonly<Record<NodeProblemCode, ProblemKind>> = {
  no_peers: {
    keepsFromTip: true,
    advice:
      'See whether the host reaches the internet, and whether overrides such as connect or onlynet keep peers away.',
  },
  tip_stale: {
    keepsFromTip: true,
    advice: 'Compare the height with other sources; if they are ahead, look at the node’s peers and restart it.',
  },
  headers_ahead: {
    keepsFromTip: true,
    advice: 'Wait while the height rises; if it does not, look at the node’s log and peers.',
  },
  download_stalled: {
    keepsFromTip: true,
    advice: 'Look at the node’s log, its peers, and the host’s disk; a restart of the node may choose other peers.',
  },
  behind_network: {
    keepsFromTip: true,
    advice: 'Look at the node’s log and peers; if it does not catch up, restart it.',
  },
  other_chain: {
    keepsFromTip: false,
    advice: 'Do not rely on this node before you know which chain is right: compare the block hash with other sources.',
  },
  clock_off: { keepsFromTip: false, advice: 'Set the host’s clock, and let a time service such as chrony keep it.' },
  daemon_warning: {
    keepsFromTip: false,
    advice: 'Read the warning; one of unknown rules asks for a newer version of the client.',
  },
  memory_near_limit: {
    keepsFromTip: false,
    advice: 'Give the node more memory, or lower its dbcache, maxmempool or maxconnections.',
  },
  restarts_often: {
    keepsFromTip: false,
    advice: 'Read the daemon’s last lines with “satrap nodes logs NODE”; take back the last change of its settings.',
  },
  disk_full_stopped: {
    keepsFromTip: false,
    advice: 'Make room on the host’s disk, for example by deleting a node; the daemon starts again by itself.',
  },
  change_taken_back: {
    keepsFromTip: false,
    advice: 'Change the configuration again, or request a restart to try the same change once more.',
  },
  other: { keepsFromTip: false, advice: 'A newer control plane knows more of this problem.' },
};

/** Returns whether a name is that of a kind of problem. */
export const isProblemCode = (code: string): code is NodeProblemCode => Object.hasOwn(problemKinds, code);
