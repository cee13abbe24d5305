type Answer<T> = { data?: T; serverError?: { message: string }; validationErrors?: unknown } | undefined

export type Asked<T> = { data: T; problem: null } | { data: null; problem: string }

/** What an action answered; that it was refused, or that nobody knows, comes in words. Nothing is thrown. */
export async function askDesk<T>(ask: () => Promise<Answer<T>>): Promise<Asked<T>> {
  const answer = await ask().catch(() => null)
  if (answer === null) {
    return {
      data: null,
      problem: 'The desk did not answer. What you wrote is still here; reload to see what was done.',
    }
  }
  if (answer?.data !== undefined) return { data: answer.data, problem: null }
  return {
    data: null,
    problem:
      answer?.serverError?.message ??
      'The desk could not read this. Shorten what is very long, and try again.',
  }
}

/** Of an action that only did something or did not: why not; null where it was done. */
export async function problemOf(
  ask: () => Promise<Answer<{ ok: true } | { ok: false; message: string }>>,
): Promise<string | null> {
  const { data, problem } = await askDesk(ask)
  if (data === null) return problem
  return data.ok ? null : data.message
}
