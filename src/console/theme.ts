import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

const petrol: MantineColorsTuple = [
  '#e9f7fa',
  '#d3edf2',
  '#a6dbe5',
  '#76c7d7',
  '#4fb6cb',
  '#38abc3',
  '#2288a0',
  '#0e7490',
  '#0b6178',
  '#074f63',
];

/** The grays of the dark theme, slightly blue as in the light one. */
const dark: MantineColorsTuple = [
  '#d5dbe0',
  '#b8c0c7',
  '#a3adb5',
  '#66727b',
  '#3f4a53',
  '#313b43',
  '#242c33',
  '#1b2126',
  '#14191d',
  '#0e1215',
];

export const theme = createTheme({
  components: {
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    // Most fields are required: an asterisk on each adds nothing.
    InputWrapper: { defaultProps: { withAsterisk: false } },
    // A menu may only contain items: Mantine's focus placeholder is not one.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Select: { defaultProps: { allowDeselect: false } },
    Textarea: { defaultProps: { autosize: true } },
    // Most texts are names, numbers and codes.
    TextInput: { defaultProps: { autoComplete: 'off', spellCheck: false } },
  },
  primaryColor: 'petrol',
  primaryShade: { light: 7, dark: 7 },
  colors: { petrol, dark },
  defaultRadius: 'md',
  cursorType: 'pointer',
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  headings: { fontWeight: '600', sizes: { h1: { fontSize: '1.5rem' }, h2: { fontSize: '1.1rem' } } },
});

/** Mantine’s grays are too faint for small text: each pair here has a contrast of at least 4.5. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': '#ffffff',
    '--mantine-color-dimmed': '#5b636b',
    '--mantine-color-placeholder': '#6a727a',
    '--mantine-color-error': '#c92a2a',
    '--mantine-color-red-outline': '#c92a2a',
    '--mantine-color-orange-light-color': '#8a3b00',
    '--mantine-color-teal-light-color': '#05614a',
    '--mantine-color-yellow-light-color': '#6b4e00',
    '--console-background': '#f6f8f9',
    '--console-line': '#e3e7ea',
    '--console-good': '#2b8a3e',
    '--console-busy': '#1864ab',
    '--console-warning': '#b35c00',
    '--console-bad': '#c92a2a',
    '--console-idle': '#6a727a',
  },
  dark: {
    '--mantine-color-body': '#1b2126',
    '--mantine-color-dimmed': '#a3adb5',
    '--mantine-color-placeholder': '#98a2aa',
    '--mantine-color-error': '#ff8787',
    '--mantine-color-red-outline': '#ff8787',
    '--console-background': '#14191d',
    '--console-line': '#2f383f',
    '--console-good': '#69db7c',
    '--console-busy': '#74c0fc',
    '--console-warning': '#ffc078',
    '--console-bad': '#ff8787',
    '--console-idle': '#98a2aa',
  },
});
