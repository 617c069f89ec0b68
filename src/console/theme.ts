import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core';

// The console's identity, as docs/internals/development.md describes it. No other file names a color; console.css uses these variables.

/** The accent: for what acts, such as buttons and links in text. */
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

/** The grays of the dark theme, slightly blue as in the light one: 4 is of borders, 6 of fields and menus, 7 of cards. */
const dark: MantineColorsTuple = [
  '#d9dfe4',
  '#bcc5cc',
  '#a7b2ba',
  '#6d7a84',
  '#45525c',
  '#36424b',
  '#28323a',
  '#1e262d',
  '#12171b',
  '#0a0d10',
];

export const theme = createTheme({
  components: {
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray' } },
    Button: { defaultProps: { fw: 500 } },
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
  respectReducedMotion: true,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Liberation Sans", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  // 12/16, 14/20, 16/24 and 20/28 pixels. Body text is 14, unless a part asks for another size.
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  lineHeights: { xs: '1.3333', sm: '1.4286', md: '1.4286', lg: '1.5', xl: '1.4' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '1.3333' },
      h2: { fontSize: '1rem', lineHeight: '1.5' },
      h3: { fontSize: '0.875rem', lineHeight: '1.4286' },
    },
  },
});

/**
 * Three surfaces from the outside in: frame (navigation and header), page, and card. The tone of a state colors its glyph; each pair of a
 * text and its background here has a contrast of at least 4.5, for which Mantine’s own grays are too faint.
 */
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
    '--console-frame': '#edf1f3',
    '--console-background': '#f7f9fa',
    '--console-selected': '#ffffff',
    '--console-line': '#dfe4e8',
    '--console-good': '#2b8a3e',
    '--console-busy': '#1864ab',
    '--console-warning': '#b35c00',
    '--console-bad': '#c92a2a',
    '--console-idle': '#667079',
  },
  dark: {
    '--mantine-color-body': '#1e262d',
    '--mantine-color-dimmed': '#a7b2ba',
    '--mantine-color-placeholder': '#98a4ad',
    '--mantine-color-error': '#ff8787',
    '--mantine-color-red-outline': '#ff8787',
    '--mantine-color-red-light': '#3b2025',
    '--mantine-color-red-light-color': '#ffa8a8',
    '--mantine-color-orange-light': '#392916',
    '--mantine-color-orange-light-color': '#ffc078',
    '--console-frame': '#0a0d10',
    '--console-background': '#12171b',
    '--console-selected': '#28323a',
    '--console-line': '#36424b',
    '--console-good': '#69db7c',
    '--console-busy': '#74c0fc',
    '--console-warning': '#ffc078',
    '--console-bad': '#ff8787',
    '--console-idle': '#98a4ad',
  },
});
