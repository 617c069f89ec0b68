import type { ReleaseListQuery } from './operations.generated.ts';

export type ReleaseRow = NonNullable<ReleaseListQuery['executorReleases']>[number];

/** Says what a release is for: the platforms of its archives, and whether there is an image. Pure. */
export const offerOf = ({ artifacts, image }: Pick<ReleaseRow, 'artifacts' | 'image'>): string =>
  [...artifacts.map(({ platform }) => platform), ...(image == null ? [] : ['image'])].join(', ');
