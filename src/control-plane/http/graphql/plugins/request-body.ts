import { isUtf8 } from 'node:buffer';
import type { Readable } from 'node:stream';
import type { GraphQLParams, Plugin } from 'graphql-yoga';
import { z } from 'zod';
import { checkShape } from '../../../platform/input/check-shape.ts';
import { invalidRequest, unauthenticated } from '../../../platform/input/errors.ts';
import type { Caller } from '../../../request/caller.ts';
import type { ServerContext } from './authenticate.ts';

const kibibyte = 1024;
/** A report with the most events and all their data stays below this. */
const ofAgents: BodyLimit = { bytes: 20 * kibibyte * kibibyte, seconds: 60 };
/** The longest query with a node's longest configuration. */
const ofPersons: BodyLimit = { bytes: 256 * kibibyte, seconds: 60 };
/** Enough to sign in or up, or to query `viewer`: little else is answered without a valid credential. */
const ofAnonymous: BodyLimit = { bytes: 4 * kibibyte, seconds: 10 };

const limitOf = (caller: Caller | null): BodyLimit =>
  caller === null ? ofAnonymous : caller.purpose === 'executor' ? ofAgents : ofPersons;

export const requestBody = (): Plugin<object, ServerContext> => ({
  onRequestParse: ({ request, serverContext: { caller, req }, setRequestParser }) => {
    if (request.method !== 'POST') return;
    const length = request.headers.get('content-length');
    if (caller === null && !(Number(length ?? Number.POSITIVE_INFINITY) <= ofAnonymous.bytes)) throw unauthenticated();
    setRequestParser(async () => parseBody(await readBody(req, length, limitOf(caller))));
  },
});

interface BodyLimit {
  bytes: number;
  seconds: number;
}

/** Beyond a heartbeat of 10,000 nodes. Many small values take far more memory and time than their text. */
const maxValues = 500_000;

export async function readBody(
  body: Readable,
  contentLength: string | null,
  { bytes, seconds }: BodyLimit,
): Promise<string> {
  const tooLarge = () => invalidRequest(413, `the body is larger than ${bytes / 1024} KiB; send less at once`);
  if (Number(contentLength ?? 0) > bytes) throw tooLarge();
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(
    () =>
      reject(invalidRequest(408, `the body did not arrive within ${seconds} s; send it again, or send less at once`)),
    seconds * 1000,
  );
  const chunks: Uint8Array[] = [];
  // Leaves no listeners behind: a stream keeps its request.
  const reader = body.iterator({ destroyOnReturn: false });
  try {
    let size = 0;
    for (;;) {
      const { done, value }: IteratorResult<Uint8Array> = await Promise.race([reader.next(), late]);
      if (done) break;
      size += value.byteLength;
      if (size > bytes) throw tooLarge();
      chunks.push(value);
    }
  } finally {
    clearTimeout(timer);
  }
  const whole = Buffer.concat(chunks);
  // Otherwise malformed text would be replaced silently and stored.
  if (!isUtf8(whole)) throw invalidRequest(400, 'the body is not valid UTF-8');
  return whole.toString('utf8');
}

const shape = z.object({
  query: z.string(),
  variables: z.record(z.string(), z.unknown()).nullish(),
  operationName: z.string().nullish(),
  extensions: z.record(z.string(), z.unknown()).nullish(),
});

export function parseBody(text: string): GraphQLParams {
  if (hasMoreValues(text, maxValues))
    throw invalidRequest(400, `the body has more than ${maxValues} values; send less at once`);
  const { data, issues } = checkShape(shape, parseJson(text));
  if (issues === null) return data as GraphQLParams;
  const faults = issues.map(({ path, message }) => `${path.join('.') || 'the body'} ${message}`);
  throw invalidRequest(400, `not a GraphQL request: ${faults.join('; ')}`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidRequest(400, 'the body is not JSON; send {"query": "…", "variables": {…}}');
  }
}

/** Returns whether a JSON text has more values than `limit`, unparsed. A list or object counts as one more. */
export function hasMoreValues(json: string, limit: number): boolean {
  if (json.length <= limit) return false;
  let values = 1;
  let isText = false;
  for (let index = 0; index < json.length; index++) {
    const letter = json[index];
    if (letter === '"') isText = !isText;
    else if (isText) index += letter === '\\' ? 1 : 0;
    else if (letter === ',' || letter === '[' || letter === '{') values++;
  }
  return values > limit;
}
