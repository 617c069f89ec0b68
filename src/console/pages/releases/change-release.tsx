import { Group, Stack, TextInput, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useApiMutation } from '../../api/use-api.tsx';
import { Failure } from '../../display/answers/failure.tsx';
import { ConfirmButton } from '../../display/dialogs/confirm.tsx';
import { ActButton } from '../../display/focus/act-button.tsx';
import { ChangeReleaseDocument, DeleteReleaseDocument } from './operations.generated.ts';
import type { ReleaseRow } from './shown-release.ts';

/** Withdraws a release, offers it again, or removes it from the catalog. */
export function ChangeRelease({ release: { id, version, withdrawnAt } }: { release: ReleaseRow }) {
  const navigate = useNavigate();
  const [reason, setReason] = useState('');
  const change = useApiMutation(ChangeReleaseDocument, {
    failure: 'none',
    done: ({ updateExecutorRelease: changed }) =>
      `${changed.version} is ${changed.withdrawnAt == null ? 'offered again' : 'withdrawn'}.`,
    onDone: () => setReason(''),
  });
  const remove = useApiMutation(DeleteReleaseDocument, {
    failure: 'none',
    done: `${version} is gone from the catalog.`,
    onDone: () => void navigate({ to: '/releases', search: {} }),
  });
  const withdraw = (withdrawnReason: string | null) => change.mutate({ where: { id }, data: { withdrawnReason } });
  return (
    <Stack gap="sm">
      <Title order={2}>Withdraw or remove</Title>
      {change.error !== null && <Failure error={change.error} />}
      {withdrawnAt == null ? (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            withdraw(reason.trim());
          }}
        >
          <Stack gap="sm" align="start">
            <TextInput
              label="Why it is withdrawn"
              description="For the others. Upgrades to it that have not begun to switch are cancelled."
              required
              maxLength={500}
              value={reason}
              onChange={({ currentTarget }) => setReason(currentTarget.value)}
              w="100%"
            />
            <ActButton
              type="submit"
              color="red"
              variant="outline"
              disabled={reason.trim() === ''}
              loading={change.isPending}
            >
              Withdraw
            </ActButton>
          </Stack>
        </form>
      ) : (
        <Group>
          <ActButton variant="default" loading={change.isPending} onClick={() => withdraw(null)}>
            Offer it again
          </ActButton>
        </Group>
      )}
      <Group>
        <ConfirmButton
          question={{
            title: `Remove ${version}?`,
            consequence:
              'Nobody can be upgraded to it. Past upgrades keep its version. To keep the reason in sight, withdraw it instead.',
            act: 'Remove',
            variables: { where: { id } },
          }}
          mutation={remove}
        >
          Remove from the catalog…
        </ConfirmButton>
      </Group>
    </Stack>
  );
}
