import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { capitalized } from '../../text/capitalized.ts';
import { QueryView } from '../display/answers.tsx';
import { TextPage } from '../display/page.tsx';
import { TextLink } from '../display/text.tsx';

interface NothingTherePageProps {
  /** The kind of object, such as `node`. */
  what: string;
  list: '/nodes' | '/executors' | '/incidents' | '/executors/upgrade' | '/networks';
}

interface ObjectPageProps<O> extends NothingTherePageProps {
  /** The object is the query's only field. */
  query: UseQueryResult<{ readonly [field: string]: O | null | undefined }>;
  alongside?: readonly UseQueryResult[];
  children: (object: O) => ReactNode;
}

export const ObjectPage = <O,>({ query, alongside, children, ...nothing }: ObjectPageProps<O>) => (
  <QueryView query={query} alongside={alongside}>
    {(data) => {
      const [object] = Object.values(data);
      return object == null ? <NothingTherePage {...nothing} /> : children(object);
    }}
  </QueryView>
);

const NothingTherePage = ({ what, list }: NothingTherePageProps) => (
  <TextPage title={`${capitalized(what)} not found`}>
    The {what} was deleted or belongs to another organization. See <TextLink to={list}>all {what}s</TextLink>.
  </TextPage>
);
