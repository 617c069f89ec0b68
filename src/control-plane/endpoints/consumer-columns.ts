import { findRpcMethod, gatewayRpcWhitelist, rpcPresets } from '../../bitcoin/rpc-methods.ts';
import { namePattern, nameRule } from '../../contract/names.ts';
import type { ConsumerCreateInput, ConsumerUpdateInput } from '../../contract/types.generated.ts';
import { type Issue, invalidInput } from '../platform/input/errors.ts';
import type { ConsumerRow } from '../tables/endpoints.ts';

/** The name of an RPC method. */
export const methodPattern = /^[a-z0-9_]{1,64}$/;
const maxMethods = 200;
const maxLifeSeconds = 10 * 365 * 86_400;

export type ConsumerColumns = Pick<
  ConsumerRow,
  'name' | 'preset' | 'addedMethods' | 'removedMethods' | 'callsPerSecond' | 'callsInFlight' | 'expiresAt'
>;

/** Returns the methods that a consumer can call, by name. */
export const consumerMethods = ({
  preset,
  addedMethods,
  removedMethods,
}: Pick<ConsumerColumns, 'preset' | 'addedMethods' | 'removedMethods'>): string[] =>
  [...new Set([...rpcPresets[preset].methods, ...addedMethods])]
    .filter((name) => !removedMethods.includes(name))
    .toSorted();

/** Returns the added methods that daemons allow their gateways only after their next start. */
export const methodsAfterRestart = ({ addedMethods }: Pick<ConsumerColumns, 'addedMethods'>): string[] =>
  addedMethods.filter((name) => !gatewayRpcWhitelist.includes(name));

/** Returns the columns of a consumer after a change. Throws `invalid_input`. */
export function consumerColumns(
  data: Omit<ConsumerCreateInput, 'endpointId'> | ConsumerUpdateInput,
  before: ConsumerColumns | null,
  now = Date.now(),
): ConsumerColumns {
  const { expiresInSeconds: seconds } = data;
  const columns = {
    name: data.name ?? before?.name ?? '',
    preset: data.preset ?? before?.preset ?? 'read',
    addedMethods: sorted(data.addedMethods ?? before?.addedMethods),
    removedMethods: sorted(data.removedMethods ?? before?.removedMethods),
    callsPerSecond: data.callsPerSecond ?? before?.callsPerSecond ?? 100,
    callsInFlight: data.callsInFlight ?? before?.callsInFlight ?? 32,
    expiresAt: seconds === undefined ? (before?.expiresAt ?? null) : seconds && new Date(now + seconds * 1000),
  };
  const issues: Issue[] = [];
  const require = (holds: boolean, field: string, message: string) => {
    if (!holds) issues.push({ path: ['data', field], message });
  };
  const within = (value: number, max: number): boolean => value >= 1 && value <= max;
  require(namePattern.test(columns.name), 'name', nameRule);
  require(within(columns.callsPerSecond, 100_000), 'callsPerSecond', 'must be from 1 to 100000');
  require(within(columns.callsInFlight, 10_000), 'callsInFlight', 'must be from 1 to 10000');
  require(seconds == null ||
    within(seconds, maxLifeSeconds), 'expiresInSeconds', `must be from 1 to ${maxLifeSeconds}`);
  issues.push(...methodIssues(columns.addedMethods, 'addedMethods'));
  issues.push(...methodIssues(columns.removedMethods, 'removedMethods'));
  if (issues.length > 0) throw invalidInput(issues);
  return { ...columns, expiresAt: columns.expiresAt || null };
}

const sorted = (methods: readonly string[] | undefined): string[] => [...new Set(methods)].toSorted();

/** A method of administration reaches the daemon's files and other nodes' data: no consumer gets one. */
function methodIssues(methods: readonly string[], field: string): Issue[] {
  if (methods.length > maxMethods)
    return [{ path: ['data', field], message: `must have at most ${maxMethods} methods` }];
  return methods.flatMap((name, index): Issue[] => {
    const path = ['data', field, index];
    if (!methodPattern.test(name)) return [{ path, message: 'must be the name of an RPC method' }];
    if (field === 'addedMethods' && findRpcMethod(name)?.kind === 'admin')
      return [{ path, message: 'administers the daemon; use the node’s own endpoint and credentials' }];
    return [];
  });
}
