// Also a start while the database of the killed one still runs.
import './killed-control-plane.parts.test.ts';
