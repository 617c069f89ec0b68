import type { GraphQLResolveInfo } from 'graphql';
import type { Permission } from '../../contract/types.generated.ts';
import { unauthenticated } from '../platform/input/errors.ts';
import type { Caller, PersonalCaller, PersonCaller } from './caller.ts';
import type { RequestContext } from './context.ts';
import { isAdmin, type OperationExtensions, requiredPermission, requireReader } from './permissions.ts';

export interface QueryResolver<Args, Result> {
  resolve(root: unknown, args: Args, context: RequestContext, info: GraphQLResolveInfo): Promise<Result>;
  extensions: OperationExtensions;
}

function query<P extends Permission, Args, Result>(
  permissions: readonly P[],
  read: (permission: P, args: Args, context: RequestContext, info: GraphQLResolveInfo) => Promise<Result>,
): QueryResolver<Args, Result> {
  const extensions = { permissions };
  return {
    extensions,
    resolve: async (_root, args, context, info) =>
      read(requiredPermission('Query', info.fieldName, extensions), args, context, info),
  };
}

export const organizationQuery = <Args, Result>(
  nothing: Result,
  read: (
    args: Args,
    request: { reader: PersonalCaller; context: RequestContext; info: GraphQLResolveInfo },
  ) => Promise<Result | undefined>,
): QueryResolver<Args, Result> =>
  query(['member', 'admin'], async (permission, args: Args, context, info) => {
    const reader = requireReader(context.caller);
    if (reader === null || (permission === 'admin' && !isAdmin(reader))) return nothing;
    return (await read(args, { reader, context, info })) ?? nothing;
  });

/** Reads objects outside of organizations, such as one's sessions. A caller without permission gets `nothing`. */
export const personQuery = <Args, Result>(
  nothing: Result,
  read: (args: Args, request: { reader: PersonCaller; context: RequestContext }) => Promise<Result>,
): QueryResolver<Args, Result> =>
  query(['person', 'system_admin'], async (permission, args: Args, context) => {
    const { caller } = context;
    if (caller === null) throw unauthenticated();
    const mayRead = caller.purpose === 'personal' && (permission === 'person' || caller.isSystemAdmin);
    return mayRead ? read(args, { reader: caller, context }) : nothing;
  });

export const publicQuery = <Args, Result>(
  read: (args: Args, request: { caller: Caller | null; context: RequestContext }) => Promise<Result>,
): QueryResolver<Args, Result> =>
  query(['anyone'], async (_permission, args: Args, context) => read(args, { caller: context.caller, context }));
