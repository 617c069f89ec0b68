import { Button, Menu, Text } from '@mantine/core';
import { IconBell, IconBellOff } from '@tabler/icons-react';
import { SaveNotificationSettingsDocument } from '../../../client/operations.generated.ts';
import { useApiMutation } from '../../api/use-api.tsx';
import { useNow } from '../../display/text.tsx';
import { useRights } from '../../session/viewer.ts';
import { formatClock } from './clock.ts';
import { NodeMuteDocument } from './operations.generated.ts';
import { type TabProps, useNodeQuery } from './shown-node.ts';

const hourMs = 60 * 60_000;

const choices = [
  { label: 'Mute for 1 hour', hours: 1 },
  { label: 'Mute for 8 hours', hours: 8 },
  { label: 'Mute until I unmute', hours: null },
];

/** Whether the node's incidents notify people, and for how long they do not. */
export function MuteMenu({ node: { id, name } }: TabProps) {
  const { mayChange } = useRights();
  const now = useNow(60);
  const { data } = useNodeQuery(NodeMuteDocument, { id }, { shows: ['notification'] });
  const save = useApiMutation(SaveNotificationSettingsDocument, {
    done: (_data, { input }) => (input.nodeOverrides?.[0]?.muted ? `Muted ${name}.` : `Unmuted ${name}.`),
  });
  if (data === undefined) return null;
  const [own] = data.notificationSettings?.nodeOverrides ?? [];
  const isMuted = own?.muted === true && (own.mutedUntil === null || Date.parse(own.mutedUntil) > now);
  const until = isMuted && own.mutedUntil !== null ? `Muted until ${formatClock(own.mutedUntil, now)}` : 'Muted';
  if (!mayChange) return isMuted && <Text variant="hint">{until}</Text>;
  // An override is replaced as a whole: the node's thresholds stay.
  const set = (muted: boolean, mutedUntil: string | null) =>
    save.mutate({ input: { nodeOverrides: [{ nodeId: id, muted, mutedUntil, thresholds: own?.thresholds ?? null }] } });
  const Icon = isMuted ? IconBellOff : IconBell;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<Icon size={16} aria-hidden />} loading={save.isPending}>
          {isMuted ? until : 'Mute'}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {isMuted && <Menu.Item onClick={() => set(false, null)}>Unmute</Menu.Item>}
        {choices.map(({ label, hours }) => (
          <Menu.Item
            key={label}
            onClick={() => set(true, hours === null ? null : new Date(Date.now() + hours * hourMs).toISOString())}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
