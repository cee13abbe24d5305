import { type ActionAnswer, readAnswer } from '@/components/forms/action-answer'

export type Asked<T> = { data: T; problem: null } | { data: null; problem: string }

/**
 * What an action answered, for pages that do not use `useDeskAction` yet; that it was refused, or that nobody knows,
 * comes in words. Nothing is thrown.
 */
export async function askDesk<T>(ask: () => Promise<ActionAnswer<T>>): Promise<Asked<T>> {
  const called = await readAnswer<T>(ask())
  if (called.ok) return { data: called.data, problem: null }
  if (called.refusal) return { data: called.refusal, problem: null }
  const { kind, message, fields } = called.trouble
  const words = message || fields.map((field) => field.message).join(' ')
  return { data: null, problem: kind === 'no-answer' ? `The desk did not answer. ${words}` : words }
}

/** Of an action that only did something or did not: why not; null where it was done. */
export async function problemOf(
  ask: () => Promise<ActionAnswer<{ ok: true } | { ok: false; message: string }>>,
): Promise<string | null> {
  const { data, problem } = await askDesk(ask)
  if (data === null) return problem
  return data.ok ? null : data.message
}
