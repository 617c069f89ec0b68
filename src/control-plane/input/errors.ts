import { GraphQLError } from 'graphql';
import type { UserErrorCode } from '../../contract/types.generated.ts';

/** A fault of a value that a caller gave; `path` leads to it within the operation's arguments. */
export interface Issue {
  path: readonly (string | number)[];
  message: string;
}

/** A rule of the domain that does not hold. */
export const domainError = (code: UserErrorCode, message: string, issues?: readonly Issue[]): GraphQLError =>
  new GraphQLError(message, {
    extensions: { code, ...(issues === undefined ? {} : { issues }), http: { status: 200 } },
  });

/** Values that are malformed. */
export const invalidInput = (issues: readonly Issue[]): GraphQLError =>
  new GraphQLError(issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '), {
    extensions: { code: 'invalid_input', issues, http: { status: 200 } },
  });

/** A query, or the values given with it, that cannot be taken as a whole. */
export const invalidQuery = (message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code: 'invalid_input', http: { status: 200 } } });

/** Also for what does not exist: an error must not confirm that something of another organization does. */
export const forbidden = (
  message = 'You may not do this, or there is no such thing in your organization.',
): GraphQLError => new GraphQLError(message, { extensions: { code: 'Forbidden', http: { status: 200 } } });

export const unauthenticated = (): GraphQLError =>
  new GraphQLError('Send a valid API key as “Authorization: Bearer KEY”.', {
    extensions: { code: 'Unauthenticated', http: { status: 401 } },
  });
