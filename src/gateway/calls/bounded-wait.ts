import type { RpcMethod } from '../../bitcoin/rpc-methods.ts';
import { type Json, parseJson, serializeJson } from '../json/parse.ts';

interface Call {
  method: string;
  /** Serialised. */
  params: string;
  facts: RpcMethod;
}

/** The index of the parameter `timeout` of each method. */
const timeoutIndexes: Readonly<Record<string, number>> = { waitfornewblock: 0, waitforblock: 1, waitforblockheight: 1 };

/** In milliseconds, less than a call waits for a slot. */
const maxWaitMs = 20_000;
const maxWait: Json = { kind: 'number', source: String(maxWaitMs) };

/** The parameters were read within these limits before, as a part of their request. */
const limits = { depth: 32, values: 100_000, digits: 512 };

/**
 * Bounds how long a call holds a thread of its daemon, because bitcoind cannot cancel it: with waits of any length, a caller
 * that disconnects and calls again would take all threads. Of block templates, only long polling waits.
 */
export function boundedWait<C extends Call>(call: C): C {
  const { method, params, facts } = call;
  // Parameters are serialised by the gateway, so that a key has one spelling.
  if (method === 'getblocktemplate' && !params.includes('"longpollid":'))
    return { ...call, facts: { ...facts, cost: 'heavy' } };
  const index = timeoutIndexes[method];
  return index === undefined ? call : { ...call, params: withTimeout(params, index) };
}

function withTimeout(params: string, index: number): string {
  const json = parseJson(params, limits);
  if (json.kind === 'object')
    return serializeJson({
      ...json,
      entries: new Map([...json.entries, ['timeout', boundedTimeout(json.entries.get('timeout'))]]),
    });
  // The daemon refuses a call that lacks a parameter before it.
  if (json.kind !== 'array' || json.items.length < index) return params;
  const items = json.items.toSpliced(index, 1, boundedTimeout(json.items[index]));
  return serializeJson({ ...json, items });
}

/** For the daemon, 0 and no timeout mean no limit. */
function boundedTimeout(given: Json | undefined): Json {
  const ms = given?.kind === 'number' ? Number(given.source) : 0;
  return given !== undefined && ms > 0 && ms <= maxWaitMs ? given : maxWait;
}
