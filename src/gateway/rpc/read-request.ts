import { type Json, JsonFault, type ParseLimits, parseJson, serializeJson } from '../json/parse.ts';
import { type RpcFault, rpcCodes } from './faults.ts';

/** A call that was understood, and not yet checked for permission. */
export interface RpcCall {
  method: string;
  /** Serialised: an array or an object. */
  params: string;
  reply: Reply;
}

/** How the answer to a call is written. */
export interface Reply {
  /** Serialised. */
  id: string;
  isVersion2: boolean;
  /** A call of version 2.0 without an id is executed and not answered. */
  isNotification: boolean;
}

/** A part of a request that is no call. */
export interface RefusedCall {
  fault: RpcFault;
  reply: Reply;
}

export interface RpcRequest {
  isBatch: boolean;
  calls: readonly (RpcCall | RefusedCall)[];
}

export const isRefused = (call: RpcCall | RefusedCall): call is RefusedCall => 'fault' in call;

const parseLimits: ParseLimits = { depth: 32, values: 100_000, digits: 512 };
const maxBatch = 1000;
const maxIdLength = 512;

const plainReply: Reply = { id: 'null', isVersion2: false, isNotification: false };
const invalid = (message: string): RpcFault => ({ code: rpcCodes.invalidRequest, message });

/**
 * Reads a request's body. A fault of the whole request is the one refused call of a request that is no batch. Keys that
 * JSON-RPC does not define are dropped, as bitcoind drops them.
 */
export function readRequest(body: string): RpcRequest {
  try {
    const json = parseJson(body, parseLimits);
    if (json.kind === 'object') return { isBatch: false, calls: [readCall(json)] };
    if (json.kind !== 'array') return refusedRequest({ code: rpcCodes.parse, message: 'Top-level object parse error' });
    if (json.items.length > maxBatch)
      return refusedRequest(invalid(`A batch may have ${maxBatch} calls; this one has ${json.items.length}.`));
    return { isBatch: true, calls: json.items.map(readCall) };
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    return refusedRequest({ code: rpcCodes.parse, message: `Parse error: ${error.message}` });
  }
}

/** Returns how many characters of its body a request keeps. */
export const lengthOf = ({ calls }: RpcRequest): number =>
  calls.reduce((sum, call) => sum + call.reply.id.length + (isRefused(call) ? 0 : call.params.length), 0);

/** Returns a copy. JavaScript keeps the whole body in memory for a part of it. */
const copied = (text: string): string => Buffer.from(text).toString();

const refusedRequest = (fault: RpcFault): RpcRequest => ({ isBatch: false, calls: [{ fault, reply: plainReply }] });

function readCall(json: Json): RpcCall | RefusedCall {
  if (json.kind !== 'object') return { fault: invalid('Invalid Request object'), reply: plainReply };
  const { entries } = json;
  const reply = readReply(entries);
  if ('fault' in reply) return reply;
  const [method, params] = [entries.get('method'), entries.get('params')];
  if (method === undefined || isNull(method)) return { fault: invalid('Missing method'), reply };
  if (method.kind !== 'string') return { fault: invalid('Method must be a string'), reply };
  if (params === undefined || isNull(params)) return { method: copied(method.value), params: '[]', reply };
  if (params.kind !== 'array' && params.kind !== 'object')
    return { fault: invalid('Params must be an array or object'), reply };
  return { method: copied(method.value), params: copied(serializeJson(params)), reply };
}

function readReply(entries: ReadonlyMap<string, Json>): Reply | RefusedCall {
  const [id, version] = [entries.get('id'), entries.get('jsonrpc')];
  const isVersion2 = version?.kind === 'string' && version.value === '2.0';
  const known = version === undefined || isNull(version) || (version.kind === 'string' && versions.has(version.value));
  const text = id === undefined ? 'null' : serializeJson(id);
  if (id?.kind === 'array' || id?.kind === 'object' || text.length > maxIdLength)
    return { fault: invalid('Id must be a short string, a number or null'), reply: plainReply };
  const reply = { id: copied(text), isVersion2, isNotification: isVersion2 && id === undefined };
  return known ? reply : { fault: invalid('JSON-RPC version not supported'), reply };
}

const versions: ReadonlySet<string> = new Set(['1.0', '1.1', '2.0']);

const isNull = (json: Json): boolean => json.kind === 'literal' && json.source === 'null';
