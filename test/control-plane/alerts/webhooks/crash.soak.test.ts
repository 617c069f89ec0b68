// Six kills.
import './crash.parts.test.ts';
