import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import {
  DeliveryNamesDocument,
  HostNamesDocument,
  IncidentNamesDocument,
  InvitationNamesDocument,
  KeyNamesDocument,
  MemberNamesDocument,
  NetworkNamesDocument,
  NodeNamesDocument,
  OrganizationNamesDocument,
  ReleaseNamesDocument,
  RolloutNamesDocument,
  SessionNamesDocument,
  TokenNamesDocument,
} from '../../contract/operations.generated.ts';
import { Api, type ApiOptions } from '../api.ts';
import { readContexts } from '../contexts/contexts.ts';
import type { Candidate } from './candidates.ts';

/** By the word of an argument, in the singular. */
const documents: Readonly<Record<string, TypedDocumentNode<object, Record<string, never>>>> = {
  delivery: DeliveryNamesDocument,
  host: HostNamesDocument,
  incident: IncidentNamesDocument,
  invitation: InvitationNamesDocument,
  key: KeyNamesDocument,
  member: MemberNamesDocument,
  network: NetworkNamesDocument,
  node: NodeNamesDocument,
  organization: OrganizationNamesDocument,
  release: ReleaseNamesDocument,
  rollout: RolloutNamesDocument,
  session: SessionNamesDocument,
  token: TokenNamesDocument,
};

/** A shell prompt waits for the names. */
const timeoutSeconds = 2;

/** Returns the names of the objects that an argument such as `nodes` can name. Throws CommandError. */
export async function liveNames(argument: string, access: ApiOptions): Promise<Candidate[]> {
  const noun = argument.replace(/ies$/, 'y').replace(/s$/, '');
  if (noun === 'context')
    return Object.entries(readContexts(process.env).contexts).map(([word, { url }]) => ({ word, description: url }));
  const document = documents[noun];
  if (document === undefined) return [];
  return objectsIn(await new Api({ ...access, timeoutSeconds }).call(document, {})).map((object) => {
    const [word = '', ...rest] = textsIn(object);
    return { word, description: rest.join(', ') };
  });
}

/** Returns the objects of the first list. */
function objectsIn(data: unknown): readonly unknown[] {
  if (Array.isArray(data)) return data;
  const [first] = data instanceof Object ? Object.values(data) : [];
  return first === undefined || first === null ? [] : objectsIn(first);
}

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return value instanceof Object ? Object.values(value).flatMap(textsIn) : [];
};
