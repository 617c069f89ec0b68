import type { GraphQLParams } from 'graphql-yoga';
import { invalidRequest } from '../../../platform/input/errors.ts';
import type { BulkWork } from '../../../platform/load/bulk-work.ts';
import { parseJson } from './parse-json.ts';
import type { Body } from './read-body.ts';

/** Returns the GraphQL request of a body, with nothing else that is in it. */
export async function parseBody({ text, scan }: Body, bulk: BulkWork): Promise<GraphQLParams> {
  const parsed = await parseJson(text, scan, bulk).catch(() => {
    throw invalidRequest(400, 'the body is not JSON; send {"query": "…", "variables": {…}}');
  });
  if (!isObject(parsed)) throw invalidRequest(400, 'not a GraphQL request: the body must be an object');
  const { query, variables, operationName, extensions } = parsed;
  // By hand: a schema of the record would look at each of its many entries.
  const faults = [
    ...(query === undefined ? ['query is required'] : typeof query === 'string' ? [] : ['query must be a string']),
    ...(isObject(variables ?? {}) ? [] : ['variables must be an object']),
    ...(typeof (operationName ?? '') === 'string' ? [] : ['operationName must be a string']),
    ...(isObject(extensions ?? {}) ? [] : ['extensions must be an object']),
  ];
  if (faults.length > 0) throw invalidRequest(400, `not a GraphQL request: ${faults.join('; ')}`);
  const known = Object.entries({ query, variables, operationName, extensions });
  return Object.fromEntries(known.filter(([, value]) => value !== undefined)) as GraphQLParams;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
