import { randomUUID } from 'node:crypto';
import { undescribed } from './error-extensions.ts';
import type { ParsedJson } from './parsed-json.ts';
import { post as send } from './post.ts';

export interface GraphqlAnswer {
  status: number;
  data: ParsedJson;
  errors?: {
    message: string;
    path?: string[];
    extensions?: { code?: string; hint?: string; issues?: { path: unknown[]; message: string; code?: string }[] };
  }[];
}

/**
 * Sends a GraphQL request with an Idempotency-Key, as clients do, and checks what each error carries. `headers`: those
 * besides the content type.
 */
export async function post(
  url: string,
  headers: Record<string, string>,
  query: string,
  variables: object,
): Promise<GraphqlAnswer & { headers: Headers }> {
  const response = await send(url, { query, variables }, { headers: { 'idempotency-key': randomUUID(), ...headers } });
  const answer = (await response.json()) as GraphqlAnswer;
  const faults = (answer.errors ?? []).flatMap(({ extensions }) => undescribed(extensions));
  if (faults.length > 0) throw new Error(`an error carries what the schema does not describe: ${faults.join('; ')}`);
  return { ...answer, status: response.status, headers: response.headers };
}

export function dataOf({ data, errors }: GraphqlAnswer): GraphqlAnswer['data'] {
  if (errors) throw new Error(JSON.stringify(errors));
  return data;
}
