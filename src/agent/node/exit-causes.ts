import { indexOfFolder } from '../../bitcoin/chain-indexes.ts';

/**
 * What a daemon says when it cannot run, with what to do. The texts are those of Bitcoin Core 27 to 32: the messages of
 * InitError and AbortNode, and the errors of its databases (src/init.cpp, src/node/chainstate.cpp, src/dbwrapper.cpp,
 * src/addrdb.cpp, src/index/base.cpp, src/wallet/wallet.cpp, src/net.cpp).
 *
 * No row for faults of a single option, such as “Unknown network specified in -onlynet”: the message names the option, and
 * the change is reverted.
 */
export interface ExitCause {
  code: ExitCode;
  /** Matches the daemon's words. */
  says: RegExp;
  /** What to do, as sentences. A capture of `says` fills `$1`. */
  advice: string;
  /**
   * Whether a change of the node's configuration may have caused it. `version`: only a change of the version, which may
   * be unable to read the data.
   */
  ofChange: boolean | 'version';
}

export type ExitCode =
  | 'full_disk'
  | 'disk_fault'
  | 'clock_behind'
  | 'other_network'
  | 'pruned_data'
  | 'pruned_index'
  | 'pruned_wallet'
  | 'chainstate_format'
  | 'chainstate_damaged'
  | 'index_damaged'
  | 'block_index_damaged'
  | 'blocks_damaged'
  | 'peers_damaged'
  | 'wallet_version'
  | 'wallet_damaged'
  | 'descriptors'
  | 'other_platform'
  | 'locked'
  | 'memory'
  | 'permissions'
  | 'address';

const checkHost = 'First check the disk and the memory of the host (“dmesg”, “smartctl -a DEVICE”).';

/** The first row that matches counts: causes before their consequences. */
export const exitCauses: readonly ExitCause[] = [
  {
    code: 'full_disk',
    says: /disk space is too low|no space left|disk (is )?full|not enough disk space/i,
    advice: 'The data is not damaged: the disk was full. Free disk space, and the daemon starts again.',
    ofChange: false,
  },
  {
    code: 'disk_fault',
    says: /input\/output error|read-only file system|structure needs cleaning|stale file handle/i,
    advice:
      'The disk failed, not the data. Check it with “dmesg” and “smartctl -a DEVICE” on the host, and repair or replace it. Do not rebuild the data on this disk.',
    ofChange: false,
  },
  {
    code: 'clock_behind',
    says: /appears to be from the future/i,
    advice:
      'The data is intact: the host’s clock is behind. Compare it with “timedatectl” on the host, and turn on a time service. The daemon starts by itself once the clock is past the time of its last block. Do not rebuild the data.',
    ofChange: false,
  },
  {
    code: 'other_network',
    says: /incorrect or no genesis block found/i,
    advice: 'The data belongs to another network. Restore this node’s own data, or create a new node.',
    ofChange: false,
  },
  {
    code: 'pruned_data',
    says: /to go back to unpruned mode/i,
    advice:
      'The data is intact, but pruned. Change the node type back to pruned. A full node needs all blocks: create a new one.',
    ofChange: true,
  },
  {
    code: 'pruned_index',
    says: /(\S+(?: filter index)?) best block of the index goes beyond pruned data/i,
    advice: 'The data is intact, but the index needs blocks that are pruned. Remove the override of this index.',
    ofChange: true,
  },
  {
    code: 'pruned_wallet',
    says: /last wallet synchronisation goes beyond (?:pruned|available block) data/i,
    advice:
      'The data is intact, but the wallet needs blocks that this pruned node no longer has. Remove the override that loads the wallet, and load it on a full node. A rebuild would download the chain again.',
    ofChange: true,
  },
  {
    code: 'wallet_version',
    says: /wallet requires newer version|wallet created (?:by|with) a newer|unrecognized descriptor found/i,
    advice: 'The wallet is intact: a later version wrote it. Return to that version.',
    ofChange: true,
  },
  {
    code: 'chainstate_format',
    says: /unsupported chainstate database format|witness data for blocks after height/i,
    advice:
      'The data is of another version. Return to the last working version, or rebuild the chain state with “satrap nodes reindex NODE --chainstate”.',
    ofChange: 'version',
  },
  {
    code: 'index_damaged',
    says: /(?:corruption:|checksum mismatch|missing files|fatal leveldb error).*\/indexes\/(\w+)/i,
    advice: `The index $1 is damaged; blocks and chain state are intact. ${checkHost} Then rebuild this index alone with “satrap nodes reindex NODE --index $1”.`,
    ofChange: false,
  },
  {
    code: 'chainstate_damaged',
    says: /(?:corruption:|checksum mismatch|missing files|fatal leveldb error).*\/chainstate(?:_snapshot)?\//i,
    advice: `The chain state is damaged; the blocks are intact. ${checkHost} Then rebuild it with “satrap nodes reindex NODE --chainstate”.`,
    ofChange: false,
  },
  {
    code: 'block_index_damaged',
    says: /(?:corruption:|checksum mismatch|missing files|fatal leveldb error).*\/blocks\/index\//i,
    advice: `The index of the blocks is damaged. ${checkHost} Then rebuild the data with “satrap nodes reindex NODE”.`,
    ofChange: false,
  },
  {
    code: 'blocks_damaged',
    says: /read(?:raw)?block(?:undo)?(?:fromdisk)?\b.*(?:mismatch|failed|errors?|cannot|deserialize)|undo data.*(?:mismatch|corrupt)/i,
    advice: `Block files are damaged. ${checkHost} Then rebuild the data with “satrap nodes reindex NODE”.`,
    ofChange: false,
  },
  {
    code: 'peers_damaged',
    says: /invalid or corrupt peers\.dat/i,
    advice:
      'Only the addresses of peers are lost; the chain data is intact. The agent moves the file aside, at most three times a day, and the daemon creates a new one. If it is damaged again, check the disk and the memory of the host.',
    ofChange: false,
  },
  {
    code: 'wallet_damaged',
    says: /wallet file verification failed|error loading (?:wallet )?\S*wallet|wallet corrupt/i,
    advice: 'The chain data is intact. Restore the wallet from a backup, or remove the override that loads it.',
    ofChange: true,
  },
  {
    code: 'descriptors',
    // The last one is the engine’s, which may not give a container that many.
    says: /not enough file descriptors|too many open files|\brlimit_nofile|setting rlimit type 7\b/i,
    advice:
      'The daemon reached the limit of open files of its container. Close RPC connections that are not needed, or raise maxconnections, with which the limit rises. On Podman, raise the limit of its service.',
    ofChange: false,
  },
  {
    code: 'other_platform',
    // The container runtime's.
    says: /exec format error/i,
    advice:
      'The image is for another platform than this host, or damaged. “satrap agent doctor” on the host shows which; pull or load the one of this platform.',
    ofChange: 'version',
  },
  {
    code: 'locked',
    says: /cannot obtain a lock on/i,
    advice:
      'Another process on the host uses this node’s data, such as a foreign container with its volume or a daemon that outlived its engine. ' +
      'Find it with “docker ps” and “ps -e | grep coind”, and stop it cleanly; the agent keeps retrying the start.',
    ofChange: false,
  },
  {
    code: 'memory',
    says: /bad_alloc|out of memory|cannot allocate memory/i,
    advice: 'Give the node more memory, or lower its dbcache, maxmempool or maxconnections.',
    ofChange: true,
  },
  {
    code: 'permissions',
    says: /(?:cannot|unable to) (?:write|create|open).*(?:data ?dir|directory)|permission denied/i,
    advice: 'The daemon’s user cannot write its data. Restore owner and mode of the node’s data directory.',
    ofChange: false,
  },
  {
    code: 'address',
    says: /unable to bind to|failed to listen on any port|unable to start http server/i,
    advice: 'The daemon cannot listen on its address. Remove overrides of addresses, or restart the node.',
    ofChange: true,
  },
];

/** Returns the cause of an exit, with its advice; undefined for an unknown one. */
export function exitCause(words: string): ExitCause | undefined {
  const found = exitCauses.find(({ says }) => says.test(words));
  if (found === undefined) return undefined;
  const [, name = ''] = found.says.exec(words) ?? [];
  return { ...found, advice: found.advice.replaceAll('$1', indexOfFolder(name) ?? name) };
}
