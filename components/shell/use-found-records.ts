import { useEffect, useState } from 'react'
import type { PublicError } from '@/lib/errors'
import { routes } from '@/lib/routes'
import type { FoundRecords } from '@/lib/server/search/search-records'

const PAUSE_MS = 150
const TIMEOUT_MS = 10_000

/** Longer than any name that could be found; a whole page pasted by mistake need not be sent. */
const MAX_LENGTH = 255

type Answer = { ok: true; found: FoundRecords } | { ok: false; problem: string; signedOut: boolean }

export type Search = {
  /** What is looked for: what was typed, cut to what a name can be. */
  text: string
  /** The last answer, which while `searching` is one to an earlier text. */
  answer: Answer | null
  searching: boolean
  /** Asks the same again. */
  again: () => void
}

/** Asks for what fits once typing pauses; a new text ends the question before it. */
export function useFoundRecords(typed: string): Search {
  const text = typed.trim().slice(0, MAX_LENGTH)
  const [attempt, setAttempt] = useState(0)
  const asked = `${attempt}:${text}`
  const [last, setLast] = useState<{ asked: string; answer: Answer } | null>(null)

  useEffect(() => {
    if (text === '') return
    const overtaken = new AbortController()
    const timer = setTimeout(async () => {
      const answer = await ask(text, overtaken.signal)
      if (!overtaken.signal.aborted) setLast({ asked, answer })
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      overtaken.abort()
    }
  }, [text, asked])

  return {
    text,
    answer: text === '' ? null : (last?.answer ?? null),
    searching: text !== '' && last?.asked !== asked,
    again: () => setAttempt(attempt + 1),
  }
}

async function ask(text: string, overtaken: AbortSignal): Promise<Answer> {
  try {
    const response = await fetch(routes.api.search, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text }),
      signal: AbortSignal.any([overtaken, AbortSignal.timeout(TIMEOUT_MS)]),
    })
    if (response.ok) return { ok: true, found: await response.json() }
    const refusal: Partial<PublicError> = await response.json()
    return {
      ok: false,
      problem: refusal.message ?? NO_ANSWER,
      signedOut: refusal.code === 'signed-out',
    }
  } catch {
    return { ok: false, problem: NO_ANSWER, signedOut: false }
  }
}

const NO_ANSWER = 'The desk does not answer. Saved work is safe.'
