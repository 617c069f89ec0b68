import { Checkbox, Stack, TextInput } from '@mantine/core';
import type { ConfigIssue, NodeTor } from '../../../../bitcoin/node-config.ts';
import { bindChecked, bindText } from '../../../display/form.tsx';
import { DocumentationLink } from '../../../display/text.tsx';
import { faultAt } from './draft.ts';

interface TorInputsProps {
  tor: NodeTor | null;
  faults: readonly ConfigIssue[];
  onChange: (changes: { tor: NodeTor | null }) => void;
}

const newTor: NodeTor = { mode: 'own', proxy: null, onionAddress: null };

/** Whether everything for peers goes through a Tor, and where that is. */
export const TorInputs = ({ tor, faults, onChange }: TorInputsProps) => (
  <Stack gap="sm">
    <Checkbox
      label="Use Tor"
      description={
        <>
          Sends everything for peers through a Tor that you run. <DocumentationLink to="nodes/tor.html" />
        </>
      }
      {...bindChecked(tor !== null, (isOn) => onChange({ tor: isOn ? newTor : null }))}
    />
    {tor !== null && (
      <>
        <TextInput
          label="SOCKS proxy"
          description="IP:PORT that the node’s container reaches, such as 172.17.0.1:9050"
          {...bindText(tor.proxy ?? '', (proxy) => onChange({ tor: { ...tor, proxy: proxy || null } }))}
          error={faultAt(faults, 'tor', 'proxy')}
          maw={560}
        />
        <TextInput
          label="Onion address"
          description="Onion service that forwards to the node. Leave it empty to accept no connections."
          {...bindText(tor.onionAddress ?? '', (address) =>
            onChange({ tor: { ...tor, onionAddress: address || null } }),
          )}
          error={faultAt(faults, 'tor', 'onionAddress')}
          maw={560}
        />
      </>
    )}
  </Stack>
);
