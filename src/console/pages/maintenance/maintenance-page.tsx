import { Group, Menu, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconCalendarTime } from '@tabler/icons-react';
import { useState } from 'react';
import {
  DeleteMaintenanceScheduleDocument,
  MaintenanceSchedulesDocument,
} from '../../../client/operations.generated.ts';
import { nextWindowText, windowText } from '../../../contract/maintenance-text.ts';
import { capitalized } from '../../../text/capitalized.ts';
import { useApiQuery } from '../../api/use-api.tsx';
import { QueryView } from '../../display/answers.tsx';
import { ActionsMenu, Confirm, Dialog, DialogButton } from '../../display/dialogs.tsx';
import { Empty, TextList } from '../../display/lists/list.tsx';
import { PageHeader } from '../../display/page.tsx';
import { ForeignLine, ForeignText, Time, Tone } from '../../display/text.tsx';
import { useRights } from '../../session/viewer.ts';
import { deletionText, nodesOf, type Schedule } from './schedule-draft.ts';
import { ScheduleForm } from './schedule-form.tsx';

export function MaintenancePage() {
  const { mayChange } = useRights();
  const query = useApiQuery(MaintenanceSchedulesDocument, {}, { shows: ['organization'], everySeconds: 60 });
  const schedules = query.data?.maintenanceSchedules ?? [];
  return (
    <>
      <PageHeader title="Maintenance windows" about="Rollouts restart running nodes only while their windows are open.">
        {mayChange && query.isSuccess && (
          <DialogButton label="Add schedule" title="Add maintenance schedule">
            <ScheduleForm others={schedules} />
          </DialogButton>
        )}
      </PageHeader>
      <QueryView query={query} height={160}>
        {() => <Schedules schedules={schedules} />}
      </QueryView>
    </>
  );
}

interface SchedulesProps {
  schedules: readonly Schedule[];
}

function Schedules({ schedules }: SchedulesProps) {
  const { mayChange } = useRights();
  if (schedules.length === 0)
    return (
      <Empty icon={IconCalendarTime} title="No maintenance windows yet">
        {mayChange
          ? 'Rollouts restart nodes at any hour. Add a schedule to limit them to weekly windows.'
          : 'Rollouts restart nodes at any hour. Ask an owner or admin of the organization to add a schedule.'}
      </Empty>
    );
  return (
    <SimpleGrid component="ul" className="plain" cols={{ base: 1, md: 2 }}>
      {schedules.map((schedule) => (
        <ScheduleCard key={nodesOf(schedule, schedules)} schedule={schedule} schedules={schedules} />
      ))}
    </SimpleGrid>
  );
}

interface ScheduleProps extends SchedulesProps {
  schedule: Schedule;
}

function ScheduleCard({ schedule, schedules }: ScheduleProps) {
  const { mayChange } = useRights();
  const { windows, isOpen, changesAt } = schedule;
  const nodes = nodesOf(schedule, schedules);
  return (
    <Stack component="li" className="panel" p="sm" gap="xs">
      <Group wrap="nowrap" align="start" justify="space-between">
        <ForeignLine fw={600}>{nodes}</ForeignLine>
        {mayChange && <ScheduleMenu schedule={schedule} schedules={schedules} />}
      </Group>
      <TextList label={`Windows of ${nodes}`} texts={windows.windows.map(windowText)} />
      <Text variant="note">
        Time zone: <ForeignText>{windows.timeZone}</ForeignText>
      </Text>
      <Text fz="sm" component="div">
        <Tone tone={isOpen ? 'good' : 'idle'}>{capitalized(nextWindowText(schedule))}</Tone>
        {changesAt != null && (
          <>
            , <Time at={changesAt} />
          </>
        )}
      </Text>
    </Stack>
  );
}

function ScheduleMenu({ schedule, schedules }: ScheduleProps) {
  const [asked, setAsked] = useState<'edit' | 'delete'>();
  const close = () => setAsked(undefined);
  const nodes = nodesOf(schedule, schedules);
  const question = {
    title: `Delete schedule: ${nodes}?`,
    consequence: deletionText(schedule, schedules),
    act: 'Delete schedule',
    variables: { label: schedule.label },
  };
  return (
    <>
      <ActionsMenu of={nodes}>
        <Menu.Item onClick={() => setAsked('edit')}>Edit schedule…</Menu.Item>
        <Menu.Item onClick={() => setAsked('delete')}>Delete schedule…</Menu.Item>
      </ActionsMenu>
      <Confirm
        question={asked === 'delete' ? question : undefined}
        operation={DeleteMaintenanceScheduleDocument}
        done="Schedule deleted."
        onClose={close}
      />
      <Dialog title={`Edit schedule: ${nodes}`} isOpen={asked === 'edit'} onClose={close}>
        <ScheduleForm schedule={schedule} others={schedules.filter((other) => other !== schedule)} />
      </Dialog>
    </>
  );
}
