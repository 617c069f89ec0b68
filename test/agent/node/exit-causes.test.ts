import { expect, test } from 'vitest';
import { crashMessage, describeExit, mayBeOfChange } from '../../../src/agent/node/crash-message.ts';
import { type ExitCode, exitCause, exitCauses } from '../../../src/agent/node/exit-causes.ts';
import { countExit } from '../../../src/agent/node/exit-tracker.ts';

const at = (...lines: string[]) => lines.map((line) => `2026-11-29T01:02:03Z ${line}`);
const end = at(
  'Shutdown in progress...',
  'scheduler thread exit',
  'Flushed fee estimates to fee_estimates.dat.',
  'Shutdown done',
);
const recover = 'Please restart with -reindex or -reindex-chainstate to recover.';
const future =
  "The block database contains a block which appears to be from the future. This may be due to your computer's date and time being set incorrectly. Only rebuild the block database if you are sure that your computer's date and time are correct.";
const peers =
  'Invalid or corrupt peers.dat (Invalid network magic number: iostream error). If you believe this is a bug, please report it to https://github.com/bitcoin/bitcoin/issues. As a workaround, you can move the file ("/satrap/node/regtest/peers.dat") out of the way (rename, move, or delete) to have a new one created on the next start.';
const leveldb = (fault: string, file: string) => `[error] Fatal LevelDB error: ${fault}: /satrap/node/regtest/${file}`;

/** The ends of logs as Bitcoin Core 28 to 31 writes them, on both streams of its container. */
const tails: Record<string, { lines: string[]; code: ExitCode | undefined; says: RegExp; advice: RegExp }> = {
  'a clock that is behind': {
    lines: [...at('init message: Verifying blocks…', future), recover, future, recover, ...end],
    ...{ code: 'clock_behind', says: /^The block database .* are correct\. Please restart .* recover\.$/ },
    advice: /host’s clock is behind.*timedatectl.*starts by itself.*Do not rebuild/,
  },
  'a damaged chain state': {
    lines: [
      ...at(leveldb('Corruption: block checksum mismatch', 'chainstate/000005.ldb'), 'Error opening coins database.'),
      ...[recover, 'Error opening coins database.', recover, ...end],
    ],
    ...{ code: 'chainstate_damaged', says: /checksum mismatch: \S+000005\.ldb Error opening coins database/ },
    advice: /chain state is damaged; the blocks are intact.*--chainstate/,
  },
  'a damaged index of blocks': {
    lines: at(leveldb('Corruption: checksum mismatch', 'blocks/index/000003.log'), 'Error opening block database.'),
    ...{ code: 'block_index_damaged', says: /blocks\/index/, advice: /index of the blocks is damaged/ },
  },
  'a damaged index': {
    lines: [
      '',
      '************************',
      'EXCEPTION: 15dbwrapper_error',
      'Fatal LevelDB error: Corruption: checksum mismatch: /satrap/node/regtest/indexes/txindex/000003.log',
      'bitcoin in AppInit()',
      ...end,
    ],
    ...{
      code: 'index_damaged',
      says: /indexes\/txindex/,
      advice: /The index txindex is damaged; blocks and chain state are intact.*--index txindex/,
    },
  },
  'a full disk during the start': {
    lines: [
      ...at(
        leveldb('IO error', 'blocks/index/MANIFEST-000004: No space left on device'),
        'Error opening block database.',
      ),
      ...[recover, ...end],
    ],
    ...{ code: 'full_disk', says: /No space left on device/, advice: /not damaged: the disk was full/ },
  },
  'a full disk while it ran': {
    lines: [
      ...at('[error] System error while flushing: Database I/O error: No space left on device'),
      ...at('Error: A fatal internal error occurred, see debug.log for details'),
      ...end,
    ],
    ...{ code: 'full_disk', says: /Database I\/O error/, advice: /the disk was full/ },
  },
  'a disk that fails': {
    lines: at(leveldb('IO error', 'chainstate/000012.ldb: Input/output error'), 'Error opening coins database.'),
    ...{ code: 'disk_fault', says: /Input\/output error/, advice: /disk failed.*Do not rebuild the data on this disk/ },
  },
  'damaged block files': {
    lines: [
      ...at(
        '[error] ReadBlock: Deserialize or I/O error - CAutoFile::read: end of file at FlatFilePos(nFile=0, nPos=8)',
      ),
      ...at('[error] A fatal internal error occurred, see debug.log for details: Failed to connect block.'),
      ...end,
    ],
    ...{ code: 'blocks_damaged', says: /ReadBlock.*Failed to connect block/, advice: /Block files are damaged/ },
  },
  'a damaged peers.dat': {
    lines: [...at(`[error] ${peers}`), `Error: ${peers}`, ...end],
    ...{
      code: 'peers_damaged',
      says: /created on the next start\.$/,
      advice: /chain data is intact\. The agent moves the file aside/,
    },
  },
  'thread names, source locations and levels': {
    lines: [
      ...at('[init] [node/chainstate.cpp:154] [CompleteChainstateInitialization] [all:error] Disk is full'),
      ...at('[shutoff] [init.cpp:390] [Shutdown] [all:info] Shutdown done'),
    ],
    ...{ code: 'full_disk', says: /^Disk is full$/, advice: /disk was full/ },
  },
  'too few file descriptors': {
    lines: ['Error: Not enough file descriptors available. -1 available, 160 required.'],
    ...{ code: 'descriptors', says: /^Not enough/, advice: /raise maxconnections/ },
  },
  'an image of another platform': {
    lines: ['exec /bitcoind: exec format error'],
    ...{ code: 'other_platform', says: /^exec/, advice: /another platform than this host.*satrap agent doctor/ },
  },
  'an image of another platform, before Docker 23': {
    lines: ['standard_init_linux.go:228: exec user process caused: exec format error'],
    ...{ code: 'other_platform', says: /exec format error$/, advice: /another platform than this host/ },
  },
  'a wallet beyond pruned data': {
    lines: at(
      'Error: Prune: last wallet synchronisation goes beyond pruned data. You need to -reindex (download the whole blockchain again in case of a pruned node)',
    ),
    ...{ code: 'pruned_wallet', says: /^Prune:/, advice: /wallet needs blocks that this pruned node no longer has/ },
  },
  'an option of another network': {
    lines: ["Error: Unknown network specified in -onlynet: 'ipv5'"],
    ...{ code: undefined, says: /-onlynet/, advice: /-onlynet: 'ipv5'$/ },
  },
};

test.each(Object.entries(tails))('names the cause and its remedy: %s', (_what, { lines, code, says, advice }) => {
  const words = crashMessage(lines);
  expect(words).toMatch(says);
  expect(exitCause(words ?? '')?.code).toBe(code);
  const described = describeExit({ code: 1, outOfMemory: false, lastWords: words, hadRoom: true });
  expect(described).toMatch(advice);
  expect(described).not.toMatch(/Shutdown|revert/i);
});

test('only the advice of damage names a rebuild', () => {
  const rebuilds = exitCauses.filter(({ advice }) => advice.includes('nodes reindex')).map(({ code }) => code);
  expect(rebuilds).toEqual([
    ...['chainstate_format', 'index_damaged', 'chainstate_damaged', 'block_index_damaged', 'blocks_damaged'],
  ]);
});

test.each<[boolean | 'other version', string]>([
  [false, peers],
  [false, future],
  [false, 'Not enough file descriptors available.'],
  [false, 'Fatal LevelDB error: Corruption: checksum mismatch: /satrap/node/chainstate/000005.ldb'],
  [false, 'Fatal LevelDB error: IO error: /satrap/node/chainstate/000005.ldb: Input/output error'],
  ['other version', 'exec /bitcoind: exec format error'],
  ['other version', 'Unsupported chainstate database format found.'],
  ['other version', `Error opening block database. ${recover}`],
  [true, "Unknown network specified in -onlynet: 'ipv5'"],
  [true, 'std::bad_alloc'],
])('blames a change (%s) for «%s»', (blamed, words) => {
  expect(mayBeOfChange(words, false)).toBe(blamed === true);
  expect(mayBeOfChange(words, true)).toBe(blamed !== false);
});

test('an exit’s event ends with one full stop', () => {
  const exit = { code: 1, outOfMemory: false, lastWords: 'Unknown option.', hadRoom: true };
  expect(countExit('n', null, exit).event?.message).toBe('The daemon exited unexpectedly with code 1: Unknown option.');
});
