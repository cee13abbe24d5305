/** Logs names, codes and stacks but no messages: a database error's message repeats parameters with identities. */
export function logFailure(what: string, error: unknown): void {
  const lines: string[] = []
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause ? ` ${String(cause.code)}` : ''
    const frames = cause.stack?.split('\n').filter((line) => /^ +at /.test(line)) ?? []
    lines.push(`${cause.name}${code}`, ...frames)
  }
  console.error(what, lines.join('\n'))
}
