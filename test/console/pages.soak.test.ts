// Each page in light and in dark, at each width.
import './pages.browser.test.ts';
