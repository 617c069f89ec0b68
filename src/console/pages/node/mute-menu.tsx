import { Menu, Text } from '@mantine/core';
import { SaveNotificationSettingsDocument } from '../../../client/operations.generated.ts';
import { useApi, useApiMutation, useApiQuery } from '../../api/use-api.tsx';
import { ActionButton } from '../../display/form.tsx';
import { useNow } from '../../display/text.tsx';
import { useRights } from '../../session/viewer.ts';
import { NodeOverridesDocument } from '../notifications/operations.generated.ts';
import { type MuteChoice, mutes, mutingOf } from '../notifications/settings.ts';
import { formatClock } from './clock.ts';
import type { TabProps } from './shown-node.ts';

/** Whether the node's incidents notify people, and for how long they do not. */
export function MuteMenu({ node: { id, name } }: TabProps) {
  const { mayChange } = useRights();
  const now = useNow(60);
  const { clock } = useApi();
  const { data } = useApiQuery(NodeOverridesDocument, { where: { id } }, { shows: ['notification'] });
  const save = useApiMutation(SaveNotificationSettingsDocument, {
    done: (_data, { input }) => (input.nodeOverrides?.[0]?.muted ? `Muted ${name}.` : `Unmuted ${name}.`),
  });
  if (data === undefined) return null;
  const [own] = data.notificationSettings?.nodeOverrides ?? [];
  const isMuted = own?.muted === true && (own.mutedUntil === null || Date.parse(own.mutedUntil) > now);
  const until = isMuted && own.mutedUntil !== null ? `Muted until ${formatClock(own.mutedUntil, now)}` : 'Muted';
  if (!mayChange) return isMuted && <Text variant="hint">{until}</Text>;
  // An override is replaced as a whole: the node's thresholds stay.
  const set = (choice: MuteChoice) => {
    const override = { nodeId: id, ...mutingOf(choice, clock.now()), thresholds: own?.thresholds ?? null };
    save.mutate({ input: { nodeOverrides: [override] } });
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionButton variant="default" loading={save.isPending}>
          {isMuted ? until : 'Mute'}
        </ActionButton>
      </Menu.Target>
      <Menu.Dropdown>
        {isMuted && <Menu.Item onClick={() => set('no')}>Unmute</Menu.Item>}
        {Object.entries(mutes).map(([choice, { label }]) => (
          <Menu.Item key={choice} onClick={() => set(choice as MuteChoice)}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
