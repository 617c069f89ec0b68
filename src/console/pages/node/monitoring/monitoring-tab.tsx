import { useMemo } from 'react';
import { HistoryView, useHistoryWindow } from '../../metrics/history-view.tsx';
import { useHistory } from '../../metrics/use-history.ts';
import { NodeMeasurementsDocument } from '../operations.generated.ts';
import { type TabProps, useNodeQuery } from '../shown-node.ts';
import { nodeCharts } from './node-charts.ts';
import { nodePoints } from './node-points.ts';
import { NodeHistoryDocument } from './operations.generated.ts';

export function MonitoringTab({ node: { id, name, resources } }: TabProps) {
  const window = useHistoryWindow();
  const query = useHistory(NodeHistoryDocument, id, window, ({ nodeMetrics, networkMetrics }) => ({
    own: nodeMetrics?.buckets ?? [],
    network: networkMetrics?.buckets ?? [],
  }));
  const { data } = query;
  const current = useNodeQuery(NodeMeasurementsDocument, { id }, { everySeconds: 60 });
  const warnings = current.data?.node?.metrics?.warnings.join('; ') ?? '';
  const points = useMemo(() => (data === undefined ? [] : nodePoints(data.own, data.network, window)), [data, window]);
  const charts = useMemo(
    () => nodeCharts({ name, resources, points, window, warnings }),
    [name, resources, points, window, warnings],
  );
  const events = useMemo(() => ({ nodeId: id }), [id]);
  return <HistoryView isEmpty={data?.own.length === 0} {...{ query, points, window, events }} {...charts} />;
}
