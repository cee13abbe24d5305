import pino from 'pino'
import { env } from './env'

/**
 * The desk's log: one JSON line an event on standard output. Bodies, form values and credentials are
 * never handed to it; the redaction below is the net under that rule, not the rule.
 */
export const log = pino({
  level: env().LOG_LEVEL,
  base: null,
  redact: {
    paths: [
      '*.password',
      '*.ssn',
      '*.taxId',
      '*.accountNumber',
      '*.dateOfBirth',
      '*.authorization',
      '*.cookie',
      '*.access_token',
    ],
    censor: '[masked]',
  },
})
