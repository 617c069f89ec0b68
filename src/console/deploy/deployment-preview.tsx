import { Accordion, Alert, List, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { CodeBlock } from '../display/code-block.tsx';
import { ForeignText } from '../display/foreign-text.tsx';
import type { PreviewDeploymentQuery } from './operations.generated.ts';

type Preview = NonNullable<PreviewDeploymentQuery['previewNodeCreation']>;

/** Where a node would run and why, its effective configuration, or why it would be refused. */
export function DeploymentPreview({ preview: { issues, executor, placement, configChanges } }: { preview: Preview }) {
  const notes = configChanges.filter(({ note, origin }) => note != null && origin === 'override');
  return (
    <>
      {issues.length > 0 && (
        <Alert color="red" variant="light" icon={<IconAlertTriangle aria-hidden />} title="This would be refused">
          <List fz="sm" spacing={4}>
            {issues.map(({ message }) => (
              <List.Item key={message}>
                <ForeignText>{message}</ForeignText>
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      {executor != null && (
        <Text fz="sm">
          It runs on <ForeignText>{executor.name}</ForeignText>
          {placement != null && (
            <>
              : <ForeignText>{placement.reason}</ForeignText>
            </>
          )}
        </Text>
      )}
      {notes.map(({ key, note }) => (
        <Text key={key} fz="sm" c="var(--console-warning)">
          {key}: <ForeignText>{note ?? ''}</ForeignText>
        </Text>
      ))}
      {configChanges.length > 0 && (
        <Accordion variant="contained">
          <Accordion.Item value="configuration">
            <Accordion.Control>Effective configuration, {configChanges.length} settings</Accordion.Control>
            <Accordion.Panel>
              <CodeBlock
                text={configChanges.map(({ key, to }) => `${key}=${to ?? '(secret)'}`).join('\n')}
                what="the configuration"
              />
            </Accordion.Panel>
          </Accordion.Item>
        </Accordion>
      )}
    </>
  );
}
