// Six kills.
import './crash.test.ts';
