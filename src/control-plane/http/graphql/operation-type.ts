import { type DocumentNode, getOperationAST } from 'graphql';

/** Returns whether a request is a query, a mutation or a subscription; undefined where it does not say which of several it means. */
export const operationTypeOf = (document: DocumentNode, operationName?: string | null) =>
  getOperationAST(document, operationName)?.operation;
