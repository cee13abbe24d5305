import { randomBytes } from 'node:crypto'
import { createBox } from '@/lib/sandbox/sealed'

/** For sandboxes that live within one test file. */
export const box = createBox(randomBytes(32))
