// Takes the place of the package `graphql` when the console is built (scripts/console-build.ts). All that its client asks of it is the name and
// the kind of an operation whose text is given: a parser of the whole language would be a twentieth of the first load.

const operation = /^\s*(query|mutation|subscription)\s+(\w+)/m;

export const Kind = { OPERATION_DEFINITION: 'OperationDefinition' } as const;

/** Reads name and kind of the one operation of a document. */
export function parse(document: string): { definitions: object[] } {
  const [, kind, name] = operation.exec(document) ?? [];
  return { definitions: [{ kind: Kind.OPERATION_DEFINITION, operation: kind, name: { value: name } }] };
}

/** The console’s operations are texts already. */
export function print(): never {
  throw new Error('the console has no parsed documents');
}

export class GraphQLError extends Error {}

/** Named by the server’s part of `graphql-sse`, which is not in the build. */
export const getOperationAST = undefined;
export const validate = undefined;
export const execute = undefined;
export const subscribe = undefined;
