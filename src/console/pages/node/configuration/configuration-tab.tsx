import { Panel } from '../../../display/page.tsx';
import { useRights } from '../../../session/viewer.ts';
import type { TabProps } from '../shown-node.ts';
import { ConfigStateText, ConfigurationForm } from './configuration-form.tsx';
import { SettingsTable } from './settings-table.tsx';

/** A node’s configuration with the origin of each value: a form for those who may change it. */
export function ConfigurationTab({ node }: TabProps) {
  const { mayChange } = useRights();
  if (mayChange && node.desiredState !== 'deleted') return <ConfigurationForm key={node.id} node={node} />;
  return (
    <Panel title="Options">
      <ConfigStateText node={node} />
      <SettingsTable settings={node.effectiveConfig} />
    </Panel>
  );
}
