// The theme without its fonts: the browser's font is enough, and a third of the size.
export { default } from 'vitepress/theme-without-fonts';
