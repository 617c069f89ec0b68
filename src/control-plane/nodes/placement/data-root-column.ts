import { defaultDataRoot } from '../../../contract/names.ts';
import { sql } from '../../database/drizzle.ts';

/** The data root of a row of the table `node`, in SQL: the default one also for a node without data that names none. */
export const dataRootColumn = sql<string>`coalesce(observed ->> 'dataRoot',
  CASE WHEN observed ->> 'appliedRevision' IS NULL THEN data_root END, ${defaultDataRoot})`;
