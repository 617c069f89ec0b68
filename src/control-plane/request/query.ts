import type { PersonalCaller } from './caller.ts';
import type { RequestContext } from './context.ts';
import { requireReader } from './permissions.ts';

/** A resolver of `Query` that reads from the reader's organization; an executor's key gets `nothing`. */
export const organizationQuery =
  <Args, Result>(
    nothing: Result,
    read: (args: Args, request: { reader: PersonalCaller; context: RequestContext }) => Promise<Result>,
  ) =>
  async (_root: unknown, args: Args, context: RequestContext): Promise<Result> => {
    const reader = requireReader(context.caller);
    return reader === null ? nothing : read(args, { reader, context });
  };
