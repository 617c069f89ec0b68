import { Text } from '@mantine/core';
import { ForeignText } from '../display/values/foreign-text.tsx';
import type { Preview } from './step-props.ts';

interface PlacementProps {
  preview: Preview | null | undefined;
  /** Whether the request can be asked about: no field of it is faulty. */
  canAsk: boolean;
}

/** Where a node would run, and why there. */
export function Placement({ preview, canAsk }: PlacementProps) {
  if (preview?.executor == null) {
    const why = (preview?.issues ?? []).filter(({ path }) => !path.includes('name')).map(({ message }) => message);
    return (
      <Text fz="sm" c="dimmed" role="status">
        {!canAsk ? (
          'Where it would run is said once nothing is to be mended.'
        ) : preview == null ? (
          'Looking for a place …'
        ) : (
          <>
            It cannot be placed: <ForeignText>{why.join('; ')}</ForeignText>
          </>
        )}
      </Text>
    );
  }
  const { executor, placement } = preview;
  return (
    <Text fz="sm" role="status">
      It runs on <ForeignText>{executor.name}</ForeignText>
      {placement != null && (
        <>
          : <ForeignText>{placement.reason}</ForeignText>
        </>
      )}
      .
    </Text>
  );
}
