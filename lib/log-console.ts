import { describeError, log, withoutParameters } from './log'

/**
 * What libraries print of an error may repeat the parameters of a statement: from now on it goes into the log, as ours
 * does. An error that no one caught is logged the same way, and ends the process: no one knows what it left half done.
 */
export function logWhatIsPrinted(): void {
  console.error = (...parts: unknown[]) => write(parts, 'error')
  console.warn = (...parts: unknown[]) => write(parts, 'warn')
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'an error that nothing caught')
    process.exit(1)
  })
}

function write(parts: readonly unknown[], level: 'error' | 'warn'): void {
  const { gone, ...line } = printedLine(parts)
  log[gone ? 'debug' : level](line)
}

/** What was printed as a line of the log. `gone`: someone closed the page or broke off an upload, which is no error. */
export function printedLine(parts: readonly unknown[]): { msg: string; error?: object; gone: boolean } {
  const error = parts.find((part) => part instanceof Error)
  const words = parts.filter((part) => typeof part === 'string').join(' ')
  return {
    msg: withoutParameters(words).trim() || 'printed by a library',
    ...(error && { error: describeError(error) }),
    gone: error !== undefined && 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE'),
  }
}
