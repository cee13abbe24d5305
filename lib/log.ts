import pino from 'pino'
import { logLevel } from './env'

/** A failed statement's words repeat its parameters, which may hold what people typed. */
export const withoutParameters = (words: string): string => words.split(/\bparams:/i)[0] ?? ''

/** An error without anything that people typed. */
export function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: 'Something other than an error was thrown.' }
  const { name, message, stack, cause } = error
  return {
    name,
    message: withoutParameters(message),
    ...('code' in error && { code: error.code }),
    stack: stack?.split('\n').filter((line) => /^\s+at /.test(line)),
    ...(cause !== undefined && { cause: describeError(cause) }),
  }
}

/**
 * The desk's log: one JSON line an event on standard output. Bodies, form values and credentials are
 * never handed to it; the redaction below is the net under that rule, not the rule.
 */
export const log = pino({
  serializers: { err: describeError },
  level: logLevel(),
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
