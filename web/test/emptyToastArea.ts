import { beforeEach } from 'vitest';
import { toastArea } from '../src/ui/toast';

// Test files share their modules. A toast that one test has not shown must not appear in the next one.
beforeEach(() => toastArea.open(() => undefined)());
