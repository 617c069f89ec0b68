// Replaces the package `graphql` in the console's build (scripts/console-build.ts). The client needs only the name and kind of an operation:
// the full parser would be 5 % of the first load.

const operation = /^\s*(query|mutation|subscription)\s+(\w+)/m;

export const Kind = { OPERATION_DEFINITION: 'OperationDefinition' } as const;

/** Reads the name and kind of a document's only operation. */
export function parse(document: string): { definitions: object[] } {
  const [, kind, name] = operation.exec(document) ?? [];
  return { definitions: [{ kind: Kind.OPERATION_DEFINITION, operation: kind, name: { value: name } }] };
}

/** Unused: the console's operations are strings already. */
export function print(): never {
  throw new Error('the console has no parsed documents');
}

export class GraphQLError extends Error {}

/** Imported by the server part of `graphql-sse`, which is not in the build. */
export const getOperationAST = undefined;
export const validate = undefined;
export const execute = undefined;
export const subscribe = undefined;
