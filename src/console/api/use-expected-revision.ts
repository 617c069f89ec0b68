import { useState } from 'react';
import { SatrapError } from '../../client/error.ts';

/**
 * Returns the revision that an edit is based on: the one when the edit started. Once a conflict was shown, it is the
 * current one, so that saving again applies the edit to it.
 */
export function useExpectedRevision(current: number, isEdited: boolean) {
  const [expectedRevision, setRevision] = useState(current);
  if (!isEdited && expectedRevision !== current) setRevision(current);
  const onError = (error: Error) => {
    if (error instanceof SatrapError && error.conflict !== null) setRevision(error.conflict.currentRevision);
  };
  return { expectedRevision, onError };
}
