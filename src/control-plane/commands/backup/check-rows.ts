import { isDeepStrictEqual } from 'node:util';
import {
  coerceInputValue,
  GraphQLError,
  type GraphQLInputType,
  type GraphQLSchema,
  parseType,
  typeFromAST,
} from 'graphql';
import { type Client, escapeIdentifier } from 'pg';
import { valid } from 'semver';
import { z } from 'zod';
import { nodeThresholdBounds, thresholdBounds } from '../../../contract/thresholds.ts';
import type { MaintenanceWindowsInput, NodeRolloutPolicyInput } from '../../../contract/types.generated.ts';
import { addressPolicy } from '../../alerts/channels/address-policy.ts';
import { changeTarget } from '../../alerts/channels/target.ts';
import { thresholdIssues } from '../../alerts/notifications/settings.ts';
import { sampleShape } from '../../history/events/validate-event.ts';
import { buildSchema } from '../../http/graphql/schema.ts';
import { type Database, eq } from '../../platform/database/database.ts';
import { limitFaults } from '../../platform/input/limit-faults.ts';
import { isUuid } from '../../platform/input/scalars.ts';
import type { Sealing } from '../../platform/sealing.ts';
import { windowsIssues } from '../../rollouts/maintenance-schedules.ts';
import { readPolicy } from '../../rollouts/policy.ts';
import { notificationChannel } from '../../tables/channels.ts';

/**
 * The rows of a table in what the jobs of all organizations read: a value that no control plane stores would stop them for
 * everybody.
 */
function rowShapes(): Readonly<Record<string, z.ZodObject>> {
  const schema = buildSchema();
  const api = (name: string) => storedValue(schema, name);
  const version = z.string().refine((text) => valid(text) !== null);
  const within = (bounds: Parameters<typeof thresholdIssues>[1]) =>
    z.looseObject({}).refine((thresholds) => thresholdIssues(thresholds, bounds, []).length === 0);
  const alertIncident = z.object({
    code: api('AlertCode!'),
    severity: api('AlertSeverity!'),
    status: z.enum(['pending', 'open', 'closed']),
    data: z.looseObject({}),
    subject_type: api('AlertSubjectType!'),
    subject_id: z.string(),
  });
  return {
    organization: z.object({
      slug: z.string().regex(/^[a-z0-9_-]{1,200}$/),
      maintenance: z.array(scheduleShape(api)),
    }),
    executor: z.object({
      capabilities: api('ExecutorCapabilitiesInput!'),
      resources: api('ExecutorResourcesInput!').refine(
        (resources) => limitFaults('ExecutorResourcesInput', resources as object, []).length === 0,
      ),
      heartbeat_interval_seconds: z.number().max(86_400),
    }),
    incident_executor_watch: z.object({ disk: z.array(z.object({ at: z.number(), free: z.number() })) }),
    executor_upgrade: z.object({ state: api('UpgradeState!'), target_version: version }),
    node_rollout: z.object({
      state: api('NodeRolloutState!'),
      actor: z.looseObject({ name: z.string() }),
      policy: api('NodeRolloutPolicyInput!').refine(isPolicy),
    }),
    node_rollout_member: z.object({
      state: api('NodeRolloutMemberState!'),
      wait_code: api('NodeRolloutWaitCode'),
      request: requestShape(api),
      before: z
        .object({ restarts: z.boolean(), blocksBehind: z.number().nullable(), problems: z.array(z.string()) })
        .loose()
        .nullable(),
    }),
    upgrade_rollout: z.object({ state: api('UpgradeRolloutState!'), target_version: version }),
    upgrade_rollout_member: z.object({ state: api('UpgradeRolloutMemberState!') }),
    node: z.object({
      network: api('Network!'),
      client: api('Client!'),
      node_type: api('NodeType!'),
      desired_state: api('DesiredState!'),
      overrides: api('[ConfigOverrideInput!]!'),
      signet: api('CustomSignetInput'),
      tor: api('NodeTorInput'),
      observed: api('ObservedNodeInput'),
      metrics: sampleShape.nullable(),
    }),
    alert_incident: alertIncident.refine((row) => row.subject_type !== 'node' || isUuid(row.subject_id)),
    notification_settings: z.object({ thresholds: within(thresholdBounds) }),
    notification_node_override: z.object({ thresholds: within(nodeThresholdBounds) }),
    notification_channel: z.object({
      kind: api('NotificationChannelKind!'),
      lowest_severity: api('AlertSeverity!'),
      secrets: z.array(z.object({ sealed: z.string(), until: api('DateTime') })),
    }),
    webhook_delivery: z.object({ attempts: z.array(z.unknown()) }),
  };
}

type OfApi = (name: string) => ReturnType<typeof storedValue>;

const scheduleShape = (api: OfApi) =>
  z.object({
    label: api('LabelInput'),
    windows: api('MaintenanceWindowsInput!').refine(
      (windows) => windowsIssues(windows as MaintenanceWindowsInput, []).length === 0,
    ),
    revision: z.int().positive(),
    changedBy: z.string(),
  });

/** What a rollout requests of a member. */
const requestShape = (api: OfApi) =>
  z.union([
    z.object({ restart: z.literal(true) }),
    z.object({ update: api('NodeUpdateInput!') }),
    z.object({ rpcStage: z.enum(['adding', 'ending']) }),
  ]);

/** A stored value of a type of the API. */
function storedValue(schema: GraphQLSchema, name: string) {
  const type = typeFromAST(schema, parseType(name)) as GraphQLInputType;
  const isStored = (value: unknown) => {
    let isValid = true;
    const coerced = coerceInputValue(value, type, () => {
      isValid = false;
    });
    return isValid && isDeepStrictEqual(coerced, value);
  };
  return z.unknown().refine(isStored, { abort: true });
}

function isPolicy(policy: unknown): boolean {
  try {
    readPolicy(policy as NodeRolloutPolicyInput, []);
    return true;
  } catch (error) {
    if (error instanceof GraphQLError) return false;
    throw error;
  }
}

/** The operator's policy is checked at each attempt. */
const anyAddress = addressPolicy(['0.0.0.0/0', '::/0']);

/** Throws for a channel with a target that nobody could have set, such as too many addresses. */
export async function requireTargets(transaction: Database, organizationId: string, own: Sealing): Promise<void> {
  const ofOrganization = eq(notificationChannel.organizationId, organizationId);
  for (const { kind, sealedTarget } of await transaction.select().from(notificationChannel).where(ofOrganization)) {
    const before = JSON.parse(own.unseal(sealedTarget));
    const [issue] = changeTarget(kind, {}, { policy: anyAddress, before }).issues;
    if (issue !== undefined) throw new Error(`the target of a channel ${issue.message}`);
  }
}

/** Numbers that no sum or increment takes out of their range, and the instants of the API. */
const ranges: Readonly<Record<string, (column: string) => string>> = {
  integer: (column) => `abs(${column}::bigint) <= 2000000000`,
  'double precision': (column) => `abs(${column}) <= 1e20`,
  'timestamp with time zone': (column) => `${column} BETWEEN '0001-01-01' AND '9999-12-31'`,
};

/** Returns how to find out whether the rows of a table, which are in another one, could have been stored here. */
export function rowChecker(client: Client): (name: string, staged: string) => Promise<boolean> {
  const shapes = rowShapes();
  return async (name, staged) => {
    const { rows: columns } = await client.query<{ name: string; type: string }>(
      'SELECT attname AS name, atttypid::regtype::text AS type FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0',
      [staged],
    );
    const isInside = columns.flatMap(({ name, type }) => ranges[type]?.(escapeIdentifier(name)) ?? []);
    const condition = isInside.map((each) => `NOT (${each})`).join(' OR ');
    if (condition !== '' && (await client.query(`SELECT FROM ${staged} WHERE ${condition} LIMIT 1`)).rowCount !== 0)
      return false;
    const shape = shapes[name];
    if (shape === undefined) return true;
    await client.query(
      `DECLARE staged NO SCROLL CURSOR FOR SELECT ${Object.keys(shape.shape).join(', ')} FROM ${staged}`,
    );
    try {
      for (;;) {
        const { rows } = await client.query('FETCH 1000 FROM staged');
        if (rows.length === 0) return true;
        if (!rows.every((row) => shape.safeParse(row).success)) return false;
      }
    } finally {
      await client.query('CLOSE staged');
    }
  };
}
