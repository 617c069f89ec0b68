import type { Expectations } from './expectations.ts';
import type { World } from './world.ts';

/** How one operation is tested on Acme's objects, with the expected outcome per caller. */
export interface Row {
  document: string;
  /** Called for each call, so that a successful one takes nothing from the next. */
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

/** What reads or changes the object of an id, where there is one. */
const rowOf =
  (operation: 'query' | 'mutation') =>
  (expected: Expectations, selection: string, id?: (world: World) => string | Promise<string>): Row =>
    id === undefined
      ? { expected, document: `${operation} ${selection}` }
      : {
          expected,
          document: `${operation}($id: ID!) ${selection}`,
          variables: async (world) => ({ id: await id(world) }),
        };

export const query = rowOf('query');
export const mutation = rowOf('mutation');
