import type { Plugin } from 'graphql-yoga';
import { unauthenticated } from '../../../platform/input/errors.ts';
import type { Caller } from '../../../request/caller.ts';
import { type BodyLimit, parseBody, readBody } from '../request-body.ts';
import type { ServerContext } from './authenticate.ts';

const kibibyte = 1024;
/** A report of as many events as may be, with all their data, stays below this. */
const ofAgents: BodyLimit = { bytes: 20 * kibibyte * kibibyte, seconds: 60 };
/** The longest query with a node's longest configuration. */
const ofPersons: BodyLimit = { bytes: 256 * kibibyte, seconds: 60 };
/** Enough to sign in or up, or to ask for `viewer`: little more is answered without a valid credential. */
const ofStrangers: BodyLimit = { bytes: 4 * kibibyte, seconds: 10 };

/** Returns how large a body may be, and how slow. */
export function bodyLimitOf(caller: Caller | null): BodyLimit {
  if (caller === null) return ofStrangers;
  return caller.purpose === 'executor' ? ofAgents : ofPersons;
}

/** Reads the body of a request as far as its caller may send one. Comes after `authenticate`. */
export const requestBody = (): Plugin<object, ServerContext> => ({
  onRequestParse: ({ request, serverContext: { caller }, setRequestParser }) => {
    if (request.method !== 'POST') return;
    const length = request.headers.get('content-length');
    if (caller === null && !(Number(length ?? Number.POSITIVE_INFINITY) <= ofStrangers.bytes)) throw unauthenticated();
    setRequestParser(async ({ body }) => parseBody(await readBody(body, length, bodyLimitOf(caller))));
  },
});
