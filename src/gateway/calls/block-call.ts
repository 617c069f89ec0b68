import * as z from 'zod';
import { jsonOrNull } from '../../text/json-or-null.ts';
import { rpcCodes } from '../rpc/faults.ts';
import type { CallAnswer } from '../rpc/write-answer.ts';

/** A call for a block, or for a transaction of a block, by the block's hash. */
export interface BlockCall {
  blockHash: string;
  /** Null for the whole block. */
  txid: string | null;
  /** 0: bytes. 1: parsed. 2: with the transactions of a block, or what a transaction spends. 3: with what they spend. */
  verbosity: number;
}

const hash = z
  .string()
  .regex(/^[0-9a-f]{64}$/i)
  .transform((text) => text.toLowerCase());
const verbosity = z.union([z.boolean().transform(Number), z.int().min(0).max(3)]);

const ofBlock = z.union([
  z.tuple([hash]).transform(([blockHash]) => ({ blockHash, verbosity: 1 })),
  z.tuple([hash, verbosity]).transform(([blockHash, level]) => ({ blockHash, verbosity: level })),
  z
    .strictObject({ blockhash: hash, verbosity: verbosity.optional(), verbose: verbosity.optional() })
    .transform(({ blockhash, ...given }) => ({
      blockHash: blockhash,
      verbosity: given.verbosity ?? given.verbose ?? 1,
    })),
]);

const ofTransaction = z.union([
  z.tuple([hash, verbosity, hash]).transform(([txid, level, blockHash]) => ({ txid, verbosity: level, blockHash })),
  z
    .strictObject({ txid: hash, verbosity: verbosity.optional(), verbose: verbosity.optional(), blockhash: hash })
    .transform(({ txid, blockhash, ...given }) => ({
      ...{ txid, blockHash: blockhash, verbosity: given.verbosity ?? given.verbose ?? 0 },
    })),
]);

/** Reads a call; null for one of another kind, or with parameters that a daemon refuses. */
export function readBlockCall(method: string, params: string): BlockCall | null {
  const given = jsonOrNull(params);
  if (method === 'getblock') {
    const { data } = ofBlock.safeParse(given);
    return data === undefined ? null : { ...data, txid: null };
  }
  return method === 'getrawtransaction' ? (ofTransaction.safeParse(given).data ?? null) : null;
}

/** What is known only from the undo data of a block, and not from its bytes. */
export const needsUndoData = ({ txid, verbosity: level }: BlockCall): boolean => level >= (txid === null ? 3 : 2);

/** Whether a daemon refuses because it has only the header of a block: it was pruned, or has not arrived. */
export const isWithoutBlock = (answer: CallAnswer): boolean =>
  'code' in answer &&
  answer.code === rpcCodes.misc &&
  /(?:Block|Undo data) not (?:available|found on disk)/.test(answer.error);
