import { List, Stack, type StackProps, Text } from '@mantine/core';
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

/** The same below a title; nothing if there are no lines. */
export const TitledLines = ({ title, lines, maxLines, ...stack }: FirstLinesProps & StackProps & { title: string }) =>
  lines.length > 0 && (
    <Stack gap={4} {...stack}>
      <Text fz="sm" fw={500}>
        {title}
      </Text>
      <FirstLines lines={lines} maxLines={maxLines} />
    </Stack>
  );
