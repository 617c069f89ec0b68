import { Anchor, Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useState } from 'react';
import { FilterChoice } from '../../display/lists/filter-choice.tsx';
import { FilterText } from '../../display/lists/filter-text.tsx';
import { PageHeader } from '../../display/page-header.tsx';
import { useAddressChange } from '../../display/use-address-change.ts';
import { useRights } from '../../session/viewer.ts';
import { KeyList } from './key-list.tsx';
import { MakeKey } from './make-key.tsx';
import { type KeysSearch, purposes, purposeWords } from './search.ts';
import { Tokens } from './tokens.tsx';

const route = getRouteApi('/shell/keys');

/** The keys of executors and scripts, and the tokens with which agents get theirs. */
export function KeysPage() {
  const { mayChange } = useRights();
  return mayChange ? <AllKeys /> : <NotForMembers />;
}

function AllKeys() {
  const search = route.useSearch();
  const [isMaking, setMaking] = useState(false);
  const change = useAddressChange<KeysSearch>();
  return (
    <>
      <PageHeader title="API keys" about="What executors and scripts show to the control plane.">
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setMaking(true)}>
          Make a key
        </Button>
      </PageHeader>
      <Stack gap="lg">
        <div>
          <Group mb="sm" gap="xs">
            <FilterText label="Name" value={search.name} onChange={(name) => change({ name })} />
            <FilterChoice
              label="Purpose"
              values={purposes}
              wordOf={(purpose) => purposeWords[purpose]}
              value={search.purpose}
              onChange={(purpose) => change({ purpose })}
            />
            <Checkbox
              label="Also ended and revoked ones"
              checked={search.ended !== undefined}
              onChange={({ currentTarget }) => change({ ended: currentTarget.checked ? 'shown' : undefined })}
            />
          </Group>
          <KeyList search={search} />
        </div>
        <Tokens />
      </Stack>
      <MakeKey isOpen={isMaking} onClose={() => setMaking(false)} />
    </>
  );
}

const NotForMembers = () => (
  <>
    <PageHeader title="API keys" />
    <Text>
      Owners and admins of the organization see its keys. You make your own ones in{' '}
      <Anchor component={Link} to="/profile" underline="always">
        your profile
      </Anchor>
      .
    </Text>
  </>
);
