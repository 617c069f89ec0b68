import type { GraphQLResolveInfo } from 'graphql';
import { unauthenticated } from '../platform/input/errors.ts';
import type { Caller, PersonalCaller, PersonCaller } from './caller.ts';
import type { RequestContext } from './context.ts';
import { isAdmin, type OperationExtensions, requiredPermission, requireReader } from './permissions.ts';

export interface QueryResolver<Args, Result> {
  resolve(root: unknown, args: Args, context: RequestContext, info: GraphQLResolveInfo): Promise<Result>;
  extensions: OperationExtensions;
}

export function organizationQuery<Args, Result>(
  nothing: Result,
  read: (
    args: Args,
    request: { reader: PersonalCaller; context: RequestContext; info: GraphQLResolveInfo },
  ) => Promise<Result>,
): QueryResolver<Args, Result> {
  const extensions = { permissions: ['member', 'admin'] } as const;
  return {
    extensions,
    resolve: async (_root, args, context, info) => {
      const permission = requiredPermission('Query', info.fieldName, extensions);
      const reader = requireReader(context.caller);
      if (reader === null || (permission === 'admin' && !isAdmin(reader))) return nothing;
      return read(args, { reader, context, info });
    },
  };
}

/**
 * Reads objects outside of organizations, such as a person's own sessions. A caller without permission gets `nothing`.
 */
export function personQuery<Args, Result>(
  nothing: Result,
  read: (args: Args, request: { reader: PersonCaller; context: RequestContext }) => Promise<Result>,
): QueryResolver<Args, Result> {
  const extensions = { permissions: ['person', 'systemAdmin'] } as const;
  return {
    extensions,
    resolve: async (_root, args, context, { fieldName }) => {
      const permission = requiredPermission('Query', fieldName, extensions);
      const { caller } = context;
      if (caller === null) throw unauthenticated();
      const mayRead = caller.purpose === 'personal' && (permission === 'person' || caller.isSystemAdmin);
      return mayRead ? read(args, { reader: caller, context }) : nothing;
    },
  };
}

export function publicQuery<Args, Result>(
  read: (args: Args, request: { caller: Caller | null; context: RequestContext }) => Promise<Result>,
): QueryResolver<Args, Result> {
  const extensions = { permissions: ['anyone'] } as const;
  return {
    extensions,
    resolve: async (_root, args, context, { fieldName }) => {
      requiredPermission('Query', fieldName, extensions);
      return read(args, { caller: context.caller, context });
    },
  };
}
