/** A database error's message repeats the statement's parameters, which hold identities: only the rest is told. */
export function logFailure(what: string, error: unknown): void {
  const lines: string[] = []
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const code = 'code' in cause ? ` ${String(cause.code)}` : ''
    const frames = cause.stack?.split('\n').filter((line) => /^ +at /.test(line)) ?? []
    lines.push(`${cause.name}${code}`, ...frames)
  }
  console.error(what, lines.join('\n'))
}
