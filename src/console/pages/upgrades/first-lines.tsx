import { List, Text } from '@mantine/core';
import { ForeignText } from '../../display/values/foreign-text.tsx';

/** As many as are read. */
const usualLines = 8;

interface FirstLinesProps {
  lines: readonly string[];
  /** Default: 8. */
  maxLines?: number;
}

/** The first of some lines, and how many more there are. */
export function FirstLines({ lines, maxLines = usualLines }: FirstLinesProps) {
  const more = lines.length - maxLines;
  return (
    <>
      <List fz="sm" spacing={4}>
        {lines.slice(0, maxLines).map((line) => (
          <List.Item key={line}>
            <ForeignText>{line}</ForeignText>
          </List.Item>
        ))}
      </List>
      {more > 0 && (
        <Text fz="sm" mt={4}>
          and {more} more
        </Text>
      )}
    </>
  );
}
