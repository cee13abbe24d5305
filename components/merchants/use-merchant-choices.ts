import { useEffect, useState } from 'react'
import { routes } from '@/lib/routes'
import type { MerchantChoice } from '@/lib/server/merchants/views'

const PAUSE_MS = 150
const TIMEOUT_MS = 10_000
/** Several pickers of one form ask the same. */
const KEPT_MS = 20_000

const kept = new Map<string, { at: number; choices: readonly MerchantChoice[] }>()

export type MerchantChoices = {
  /** Merchants whose name or id has the text, the one with exactly this id first; those of the last text while a new one is asked for. */
  choices: readonly MerchantChoice[]
  /** The merchant with exactly this id; null where the directory has none; undefined while that is not known. */
  exact: MerchantChoice | null | undefined
}

/** Asks the directory once typing pauses: for a pick list, and for what is to be said of the merchant that was typed. */
export function useMerchantChoices(text: string, isWanted = true): MerchantChoices {
  const asked = text.trim().slice(0, 120)
  const [last, setLast] = useState<{ asked: string; choices: readonly MerchantChoice[] } | null>(null)

  useEffect(() => {
    if (!isWanted) return
    const before = kept.get(asked)
    if (before && Date.now() - before.at < KEPT_MS) {
      setLast({ asked, choices: before.choices })
      return
    }
    const overtaken = new AbortController()
    const timer = setTimeout(async () => {
      const choices = await ask(asked, overtaken.signal)
      if (overtaken.signal.aborted || !choices) return
      kept.set(asked, { at: Date.now(), choices })
      setLast({ asked, choices })
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      overtaken.abort()
    }
  }, [asked, isWanted])

  const choices = last?.choices ?? []
  return {
    choices,
    exact:
      last?.asked === asked ? (choices.find(({ merchantId }) => merchantId === asked) ?? null) : undefined,
  }
}

/** Null where the desk does not answer: picking is a help, and the server checks what is typed. */
async function ask(text: string, overtaken: AbortSignal): Promise<MerchantChoice[] | null> {
  try {
    const response = await fetch(routes.api.merchantChoices, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ text }),
      signal: AbortSignal.any([overtaken, AbortSignal.timeout(TIMEOUT_MS)]),
    })
    if (!response.ok) return null
    const { choices }: { choices: MerchantChoice[] } = await response.json()
    return choices
  } catch {
    return null
  }
}
