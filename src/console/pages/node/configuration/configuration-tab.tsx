import { QueryView } from '../../../display/answers.tsx';
import { Panel } from '../../../display/page.tsx';
import { useRights } from '../../../session/viewer.ts';
import { type TabProps, useNodeQuery } from '../shown-node.ts';
import { ConfigStateText, ConfigurationForm } from './configuration-form.tsx';
import { NodeConfigurationDocument } from './operations.generated.ts';
import { SettingsTable } from './settings-table.tsx';

/** A node’s configuration with the origin of each value: a form for those who may change it. */
export function ConfigurationTab({ node }: TabProps) {
  const query = useNodeQuery(NodeConfigurationDocument, { id: node.id });
  const { mayChange } = useRights();
  const isForm = mayChange && node.desiredState !== 'deleted';
  return (
    <QueryView query={query} height={320}>
      {({ node: configured }) =>
        configured &&
        (isForm ? (
          <ConfigurationForm key={configured.id} node={configured} executorId={node.executor.id} />
        ) : (
          <Panel title="Options">
            <ConfigStateText node={configured} />
            <SettingsTable settings={configured.effectiveConfig} />
          </Panel>
        ))
      }
    </QueryView>
  );
}
