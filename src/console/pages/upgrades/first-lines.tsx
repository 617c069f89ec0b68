import { List, Text } from '@mantine/core';
import { ForeignText } from '../../display/text.tsx';

interface FirstLinesProps {
  lines: readonly string[];
  maxLines?: number;
}

export function FirstLines({ lines, maxLines = 8 }: FirstLinesProps) {
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
