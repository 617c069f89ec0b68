// Power cuts, kills, damaged units and an uninstallation in the midst of switches.
import './upgrade.browser.test.ts';
