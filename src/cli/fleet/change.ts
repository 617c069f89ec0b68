import type { InputOf, OperationName } from '../api.ts';

export interface Field {
  /** Its path in the file, such as `resources.memory`. */
  field: string;
  from: string | null;
  to: string | null;
  consequences: string[];
}

/** Where a file says that a secret is. */
export interface SecretFrom {
  /** Name of an environment variable. */
  env?: string | undefined;
  file?: string | undefined;
}

/** The secrets of a channel or a consumer, which are read and written when the change is made: no plan has them. */
export interface ChangeSecrets {
  read?: { field: 'url' | 'token'; from: SecretFrom } | undefined;
  /** A new file for the secret of a webhook or a consumer. */
  file?: string | undefined;
}

export interface Request {
  operation: OperationName;
  variables: object;
  preview: OperationName | undefined;
  /** Of a channel or a consumer. */
  secrets?: ChangeSecrets;
  /** Objects that the same plan may create, by name: their ids become `nodeIds` and `endpointId` of the data. */
  names?: { nodes?: readonly string[]; endpoint?: string };
}

/** A reason against a change. */
export interface Refusal {
  /** Where the object in the file has what is at fault, such as `overrides`, `rpcport`; empty for the object. */
  path: readonly string[];
  message: string;
}

export interface Change {
  /** `unmanaged`: it exists, and the file does not name it. `absent`: to delete, and no node has the name. */
  kind: 'create' | 'update' | 'delete' | 'unchanged' | 'unmanaged' | 'absent';
  type: 'host' | 'node' | 'channel' | 'schedule' | 'notification' | 'endpoint' | 'consumer';
  name: string;
  fields: Field[];
  /** Where a new node goes, or what remains of a deleted one. */
  summary: string;
  /** Whether it restarts a node that runs, as the control plane says. */
  restarts?: boolean;
  /** Why it cannot be made. */
  refusals: Refusal[];
  /** Null for what does not change, or cannot. */
  request: Request | null;
}

export type Named = Pick<Change, 'type' | 'name'>;

export const request = <Name extends OperationName>(
  operation: Name,
  variables: InputOf<Name>,
  preview?: OperationName,
): Request => ({ operation, variables, preview });

export const changeOf = (kind: Change['kind'], named: Named, more: Partial<Change> = {}): Change => {
  const change = { kind, ...named, fields: [], summary: '', refusals: [], request: null, ...more };
  return change.refusals.length === 0 ? change : { ...change, request: null };
};

export const updateOf = (named: Named, more: Pick<Change, 'fields' | 'request'> & Partial<Change>): Change =>
  more.fields.length > 0 ? changeOf('update', named, more) : changeOf('unchanged', named);

export const refused = (message: string, ...path: string[]): Refusal[] => [{ path, message }];
