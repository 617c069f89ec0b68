import { maxMaintenanceWindows } from '../../contract/limits.ts';
import { timeFaults } from '../../contract/maintenance-text.ts';
import { isTimeZone } from '../../contract/time-zones.ts';
import type {
  MaintenanceSchedule,
  MaintenanceScheduleInput,
  MaintenanceWindowsInput,
} from '../../contract/types.generated.ts';
import { type Labels, readLabels } from '../fleet/inventory/labels.ts';
import { lockOrganization } from '../people/accounts/key-limits.ts';
import { type Database, eq, oneRow, sql } from '../platform/database/database.ts';
import { domainError, forbidden, type Issue, invalidInput } from '../platform/input/errors.ts';
import { type Caller, isAffiliated, type PersonalCaller } from '../request/caller.ts';
import { adminMutation, organizationQuery } from '../request/operations.ts';
import type { Resolvers } from '../request/resolvers.generated.ts';
import { revisionConflict } from '../request/revision.ts';
import { organization, type StoredSchedule } from '../tables/accounts.ts';
import { windowState } from './maintenance-windows.ts';

/** When nodes are taken down, and which. */
export type Schedule = Pick<StoredSchedule, 'label' | 'windows'>;
type LabelOf = Schedule['label'];

/** Per organization. */
const maxSchedules = 20;

const isOfLabel =
  (label: LabelOf) =>
  (other: Schedule): boolean =>
    other.label?.key === label?.key && other.label?.value === label?.value;

/** Reads the maintenance schedules of an organization: that of all nodes first. */
export async function readSchedules(database: Database, organizationId: string): Promise<StoredSchedule[]> {
  const { id, maintenance } = organization;
  const [found] = await database.select({ maintenance }).from(organization).where(eq(id, organizationId));
  return found?.maintenance ?? [];
}

/** Returns the schedules that a node follows: all those of its labels, or else the one of the organization. */
export function schedulesOf(schedules: readonly Schedule[], node: Labels, host: Labels): Schedule[] {
  const labels = { ...host, ...node };
  const ofLabels = schedules.filter(
    ({ label }) => label != null && Object.hasOwn(labels, label.key) && labels[label.key] === label.value,
  );
  return ofLabels.length > 0 ? ofLabels : schedules.filter(({ label }) => label == null);
}

/** Returns what is wrong with windows. */
export function windowsIssues({ timeZone, windows }: MaintenanceWindowsInput, path: readonly string[]): Issue[] {
  const issues: Issue[] = [];
  const require = (holds: boolean, field: readonly (string | number)[], message: string) => {
    if (!holds) issues.push({ path: [...path, ...field], message });
  };
  require(isTimeZone(timeZone), ['timeZone'], 'must be a time zone of the IANA database, such as Europe/Berlin');
  const isSome = windows.length >= 1 && windows.length <= maxMaintenanceWindows;
  require(isSome, ['windows'], `must be 1 to ${maxMaintenanceWindows} windows`);
  for (const [index, { days, ...times }] of windows.entries()) {
    const at = ['windows', index] as const;
    const isSet = days.length > 0 && new Set(days).size === days.length;
    require(isSet, [...at, 'days'], 'must name each day once, and at least one');
    for (const [field, message] of Object.entries(timeFaults(times))) require(false, [...at, field], message);
  }
  return issues;
}

/** Empty without a label. */
const labelText = (label: LabelOf): string => (label == null ? '' : `${label.key}=${label.value}`);

const inOrder = (schedules: readonly StoredSchedule[]): StoredSchedule[] =>
  schedules.toSorted((a, b) => (labelText(a.label) < labelText(b.label) ? -1 : 1));

/** `change` gets the schedules, and the revision of one that it changes. */
async function storeSchedules(
  database: Database,
  { organizationId }: PersonalCaller,
  change: (schedules: StoredSchedule[], revision: number) => StoredSchedule[],
): Promise<void> {
  await lockOrganization(database, organizationId);
  const { id, maintenance: stored, maintenanceRevision: last } = organization;
  const isOwn = eq(id, organizationId);
  const { schedules, revision } = oneRow(
    await database
      .select({ schedules: stored, revision: sql<number>`${last} + 1` })
      .from(organization)
      .where(isOwn),
  );
  const maintenance = inOrder(change(schedules, revision));
  await database.update(organization).set({ maintenance, maintenanceRevision: revision }).where(isOwn);
}

/** Throws `revision_conflict` unless a schedule has the revision that its change expects: 0 for one that does not exist. */
function requireScheduleRevision({ label, expectedRevision }: MaintenanceScheduleInput, found?: StoredSchedule): void {
  const revision = found?.revision ?? 0;
  if (expectedRevision == null || expectedRevision === revision) return;
  const ofLabel = labelText(label);
  const name = ofLabel === '' ? 'the maintenance schedule' : `the maintenance schedule of ${ofLabel}`;
  const by = found?.changedBy ?? null;
  throw revisionConflict({ name, expectedRevision, revision, by }, { windows: found?.windows ?? null });
}

const subject = (_result: unknown, _args: unknown, { organizationId }: PersonalCaller) => ({
  type: 'organization' as const,
  id: organizationId,
});

const targetOf = (caller: Caller | null) =>
  caller !== null && isAffiliated(caller) ? { type: 'organization' as const, id: caller.organizationId } : null;

function shown({ label, windows, revision }: StoredSchedule): MaintenanceSchedule {
  const { isOpen, until } = windowState([windows], new Date());
  return { label: label ?? null, windows, isOpen, changesAt: until?.toISOString() ?? null, revision };
}

export const maintenanceResolvers = (): Resolvers => ({
  Query: {
    maintenanceSchedules: organizationQuery([], (_args, { reader, context: { budget, database } }) =>
      budget.fetchRows(maxSchedules, async (limit) =>
        (await readSchedules(database, reader.organizationId)).slice(0, limit).map(shown),
      ),
    ),
  },
  Mutation: {
    setMaintenanceSchedule: adminMutation({
      run: async ({ data }: { data: MaintenanceScheduleInput }, { caller, database }) => {
        if (data.label != null) readLabels([data.label], ['data', 'label']);
        const issues = windowsIssues(data.windows, ['data', 'windows']);
        if (issues.length > 0) throw invalidInput(issues);
        const saved: StoredSchedule[] = [];
        await storeSchedules(database, caller, (schedules, revision) => {
          requireScheduleRevision(data, schedules.find(isOfLabel(data.label)));
          const others = schedules.filter((each) => !isOfLabel(data.label)(each));
          if (others.length >= maxSchedules)
            throw domainError(
              'limit_reached',
              `${maxSchedules} maintenance schedules already exist; delete one of them`,
            );
          saved.push({ label: data.label ?? null, windows: data.windows, revision, changedBy: caller.name });
          return [...others, ...saved];
        });
        return { schedule: shown(oneRow(saved)) };
      },
      target: (_args, caller) => targetOf(caller),
      subject,
    }),
    deleteMaintenanceSchedule: adminMutation({
      run: async ({ label }, { caller, database }) => {
        const deleted: StoredSchedule[] = [];
        await storeSchedules(database, caller, (schedules) => {
          deleted.push(...schedules.filter(isOfLabel(label)));
          return schedules.filter((each) => !isOfLabel(label)(each));
        });
        const [schedule] = deleted;
        if (schedule === undefined) throw forbidden('Your organization has no such maintenance schedule.');
        return { schedule: shown(schedule) };
      },
      target: (_args, caller) => targetOf(caller),
      subject,
    }),
  },
});
