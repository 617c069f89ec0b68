import { Button, Group, Menu, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { type ExportFormat, exported, exportFormats } from '../../../contract/exports.ts';
import { maxPageSize } from '../../../contract/limits.ts';
import type { CsvColumn } from '../../../text/csv.ts';
import { useApi } from '../../api/use-api.tsx';
import { showDone, showFailure } from '../../display/answers.tsx';
import { saveFile } from '../../display/code-block.tsx';
import { formatCount, formatNumber } from '../../display/format.ts';
import { TextButton } from '../../display/text.tsx';

/** More would take more memory than a page should have. */
const maxRows = 200_000;

interface ExportMenuProps<R> {
  /** Names the file, such as `events`. */
  what: string;
  columns: readonly CsvColumn<R>[];
  /** Reads the rows of the filter, page by page. */
  rows: (signal: AbortSignal) => AsyncIterable<R>;
}

/** Writes all rows of a list's filter into a file, with the number so far meanwhile. */
export function ExportMenu<R>({ what, columns, rows }: ExportMenuProps<R>) {
  const { clock } = useApi();
  /** Undefined while nothing is exported. */
  const [count, setCount] = useState<number>();
  const running = useRef(new AbortController());
  useEffect(() => () => running.current.abort(), []);
  const run = async (format: ExportFormat) => {
    const stop = new AbortController();
    running.current = stop;
    let found = 0;
    let hasMore = false;
    const counted = async function* () {
      for await (const row of rows(stop.signal)) {
        hasMore = found === maxRows;
        if (hasMore) return;
        found++;
        // Once per page.
        if (found % maxPageSize === 0) setCount(found);
        yield row;
      }
    };
    setCount(0);
    try {
      const parts: string[] = [];
      for await (const part of exported(counted(), format, columns)) parts.push(part);
      const day = new Date(clock.now()).toISOString().slice(0, 10);
      saveFile(`satrap-${what}-${day}.${format}`, parts.join(''));
      const limit = hasMore ? ' Narrow the time range for the rest.' : '';
      showDone(`Exported ${formatCount(found, 'row')}.${limit}`);
    } catch (error) {
      if (!stop.signal.aborted) showFailure(error);
    }
    setCount(undefined);
  };
  if (count !== undefined)
    return (
      <Group gap="sm">
        <Text variant="hint" role="status">
          Exporting… {formatNumber(count)}
        </Text>
        <TextButton onClick={() => running.current.abort()}>Cancel</TextButton>
      </Group>
    );
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {exportFormats.map((format) => (
          <Menu.Item key={format} onClick={() => void run(format)}>
            Export {format.toUpperCase()}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
