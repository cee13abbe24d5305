import { useEffect, useState } from 'react'
import type { PublicError } from '@/lib/errors'

const PAUSE_MS = 150
const TIMEOUT_MS = 10_000
const NO_ANSWER = 'The desk does not answer. Saved work is safe.'

type Answer<T> = { ok: true; found: T } | { ok: false; problem: string; signedOut: boolean }

export type Search<T> = {
  /** The last answer; while `searching`, the answer to an earlier text. */
  answer: Answer<T> | null
  searching: boolean
  /** Repeats the same search. */
  again: () => void
}

/** Answers that are reused for `keptMs`: several fields of a form ask the same. */
const kept = new Map<string, { at: number; answer: Answer<unknown> }>()

/** Searches once typing pauses; a new text cancels the previous request. Null searches nothing. */
export function useSearch<T>(address: string, text: string | null, keptMs = 0): Search<T> {
  const [attempt, setAttempt] = useState(0)
  const asked = `${attempt}:${text}`
  const [last, setLast] = useState<{ asked: string; answer: Answer<T> } | null>(null)

  useEffect(() => {
    if (text === null) return
    const key = `${address} ${text}`
    const before = kept.get(key)
    if (before && Date.now() - before.at < keptMs) {
      setLast({ asked, answer: before.answer as Answer<T> })
      return
    }
    const overtaken = new AbortController()
    const timer = setTimeout(async () => {
      const answer = await ask<T>(address, text, overtaken.signal)
      if (overtaken.signal.aborted) return
      if (answer.ok && keptMs > 0) kept.set(key, { at: Date.now(), answer })
      setLast({ asked, answer })
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      overtaken.abort()
    }
  }, [address, text, asked, keptMs])

  return {
    answer: last?.answer ?? null,
    searching: text !== null && last?.asked !== asked,
    again: () => setAttempt(attempt + 1),
  }
}

async function ask<T>(address: string, text: string, overtaken: AbortSignal): Promise<Answer<T>> {
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text }),
      signal: AbortSignal.any([overtaken, AbortSignal.timeout(TIMEOUT_MS)]),
    })
    if (response.ok) return { ok: true, found: await response.json() }
    const refusal: Partial<PublicError> = await response.json()
    return { ok: false, problem: refusal.message ?? NO_ANSWER, signedOut: refusal.code === 'signed-out' }
  } catch {
    return { ok: false, problem: NO_ANSWER, signedOut: false }
  }
}
