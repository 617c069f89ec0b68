import type { Expectations } from './expectations.ts';
import type { World } from './world.ts';

/** How one operation is tested on Acme's objects, with the expected outcome per caller. */
export interface Row {
  document: string;
  /** Called once for all callers who change nothing, and for each other call, which takes something. */
  variables?: (world: World) => object | Promise<object>;
  expected: Expectations;
  /**
   * For an answer without names and ids: whether it is Acme's. For a mutation that refuses without an error: whether it
   * was done.
   */
  sees?: (data: Record<string, unknown>) => boolean;
  /** The call ends or changes something of the caller, so each needs a new one. */
  isOnce?: true;
  /** For a subscription: causes the change that it reports. */
  trigger?: (world: World) => Promise<unknown>;
}

type Id = (world: World) => string | Promise<string>;

/** What reads or changes the object of an id, where there is one. */
const rowOf =
  (operation: string) =>
  (expected: Expectations, selection: string, id?: Id, more: Partial<Row> = {}): Row =>
    id === undefined
      ? { expected, document: `${operation} ${selection}`, ...more }
      : {
          expected,
          document: `${operation}($id: ID!) ${selection}`,
          variables: async (world) => ({ id: await id(world) }),
          ...more,
        };

export const query = rowOf('query');
export const mutation = rowOf('mutation');
export const subscription = rowOf('subscription');

export const ofNode: Id = ({ acme }) => acme.ids.node;
export const ofExecutor: Id = ({ acme }) => acme.ids.executor;

type WhereRow = [expected: Expectations, idOf: Id, moreArguments?: string];

/** Rows of mutations that name their object by `where`, whatever their payloads are. */
export const whereRows = <Name extends string>(rows: Record<Name, WhereRow>): Record<Name, Row> =>
  Object.fromEntries(
    Object.entries<WhereRow>(rows).map(([name, [expected, idOf, more = '']]) => [
      name,
      mutation(expected, `{ ${name}(where: { id: $id }${more}) { __typename } }`, idOf),
    ]),
  ) as Record<Name, Row>;
