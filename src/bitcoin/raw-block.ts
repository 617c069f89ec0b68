import { doubleSha256, hashText, headerBytes, noBlock, readBlockHeader } from './block-header.ts';

/** The bytes are not those of the block. */
export class BlockFault extends Error {
  override name = 'BlockFault';
}

export interface RawTransaction {
  txid: string;
  bytes: Buffer;
}

export interface RawBlock {
  transactions: readonly RawTransaction[];
  /** Bytes without witnesses. */
  strippedSize: number;
  size: number;
}

/** Three times the size without witnesses, and the size (BIP 141). */
export const weightOf = ({ strippedSize, size }: RawBlock): number => 3 * strippedSize + size;

/**
 * Reads the block with a hash and checks that its bytes are all those of that block: by its header's hash, the root of its
 * transactions, and the commitment of its coinbase to the witnesses (BIP 141). Throws BlockFault.
 */
export function readRawBlock(bytes: Buffer, hash: string): RawBlock {
  const header = readBlockHeader(bytes.subarray(0, headerBytes));
  if (header?.hash !== hash) throw new BlockFault('it is another block');
  const reader = new Reader(bytes, headerBytes);
  const transactions = Array.from({ length: reader.count() }, () => readTransaction(reader));
  if (reader.at !== bytes.length) throw new BlockFault('it has more bytes than transactions');
  const [coinbase] = transactions;
  // Inner nodes of the tree of transactions cannot pass for a coinbase, as they can for other transactions of 64 bytes.
  if (coinbase === undefined || !coinbase.isCoinbase) throw new BlockFault('it does not begin with a coinbase');
  const ids = transactions.map(({ stripped }) => doubleSha256(stripped));
  if (hashText(merkleRoot(ids)) !== header.merkleRoot) throw new BlockFault('its transactions are others');
  checkWitnesses(transactions, coinbase);
  const strippedBytes = transactions.reduce((sum, { stripped }) => sum + stripped.length, 0);
  return {
    transactions: transactions.map(({ bytes: of }, index) => ({ txid: hashText(ids[index] ?? of), bytes: of })),
    strippedSize: bytes.length - transactions.reduce((sum, { bytes: of }) => sum + of.length, 0) + strippedBytes,
    size: bytes.length,
  };
}

interface Transaction {
  bytes: Buffer;
  /** Without marker, flag and witnesses. */
  stripped: Buffer;
  isCoinbase: boolean;
  outputScripts: readonly Buffer[];
  /** Of the first input; null in a transaction without witnesses. */
  witness: readonly Buffer[] | null;
}

/** What stands before the commitment in an output's script. */
const commitmentHead = Buffer.from('6a24aa21a9ed', 'hex');
const commitmentBytes = 32;

function checkWitnesses(transactions: readonly Transaction[], coinbase: Transaction): void {
  const script = coinbase.outputScripts.findLast(
    (each) =>
      each.length >= commitmentHead.length + commitmentBytes &&
      each.subarray(0, commitmentHead.length).equals(commitmentHead),
  );
  if (script === undefined) {
    if (transactions.some(({ witness }) => witness !== null))
      throw new BlockFault('its witnesses are not committed to');
    return;
  }
  const [reserved] = coinbase.witness ?? [];
  const hashes = transactions.map(({ bytes }, index) => (index === 0 ? Buffer.alloc(32) : doubleSha256(bytes)));
  const commitment = doubleSha256(Buffer.concat([merkleRoot(hashes), reserved ?? Buffer.alloc(0)]));
  const stated = script.subarray(commitmentHead.length, commitmentHead.length + commitmentBytes);
  if (coinbase.witness?.length !== 1 || reserved?.length !== 32 || !commitment.equals(stated))
    throw new BlockFault('its witnesses are others');
}

/** Throws BlockFault if other lists have the same root: one whose end is repeated (CVE-2012-2459). */
function merkleRoot(hashes: readonly Buffer[]): Buffer {
  let level = hashes;
  while (level.length > 1) {
    const pairs = Array.from({ length: Math.ceil(level.length / 2) }, (_, index) =>
      level.slice(2 * index, 2 * index + 2),
    );
    level = pairs.map(([left = Buffer.alloc(0), right]) => {
      if (right?.equals(left)) throw new BlockFault('it has transactions twice');
      return doubleSha256(Buffer.concat([left, right ?? left]));
    });
  }
  return level[0] ?? Buffer.alloc(32);
}

function readTransaction(reader: Reader): Transaction {
  const start = reader.at;
  const version = reader.take(4);
  const hasWitness = reader.peek() === 0;
  // Litecoin has further flags.
  if (hasWitness && reader.take(2)[1] !== 1) throw new BlockFault('it has transactions of another kind');
  const bodyStart = reader.at;
  const inputs = Array.from({ length: reader.count() }, () => readInput(reader));
  const outputScripts = Array.from({ length: reader.count() }, () => {
    reader.take(8);
    return reader.take(reader.count());
  });
  const body = reader.since(bodyStart);
  const witnesses = hasWitness
    ? inputs.map(() => Array.from({ length: reader.count() }, () => reader.take(reader.count())))
    : null;
  const lockTime = reader.take(4);
  const bytes = reader.since(start);
  return {
    bytes,
    stripped: hasWitness ? Buffer.concat([version, body, lockTime]) : bytes,
    isCoinbase: inputs.length === 1 && inputs[0] === noBlock,
    outputScripts,
    witness: witnesses?.[0] ?? null,
  };
}

/** Returns the id of the transaction that it spends. */
function readInput(reader: Reader): string {
  const spent = reader.take(36);
  reader.take(reader.count() + 4);
  return hashText(spent.subarray(0, 32));
}

/** Reads bytes one after another. Throws BlockFault at their end. */
class Reader {
  readonly #bytes: Buffer;
  at: number;

  constructor(bytes: Buffer, at: number) {
    this.#bytes = bytes;
    this.at = at;
  }

  peek(): number | undefined {
    return this.#bytes[this.at];
  }

  take(count: number): Buffer {
    const end = this.at + count;
    if (end > this.#bytes.length) throw new BlockFault('it is incomplete');
    const taken = this.#bytes.subarray(this.at, end);
    this.at = end;
    return taken;
  }

  since(start: number): Buffer {
    return this.#bytes.subarray(start, this.at);
  }

  /** A number in its compact form. What it counts takes at least a byte each. */
  count(): number {
    const first = this.take(1)[0] ?? 0;
    const count =
      first < 0xfd
        ? first
        : first === 0xfd
          ? this.take(2).readUInt16LE()
          : first === 0xfe
            ? this.take(4).readUInt32LE()
            : Number(this.take(8).readBigUInt64LE());
    if (count > this.#bytes.length - this.at) throw new BlockFault('it is incomplete');
    return count;
  }
}
