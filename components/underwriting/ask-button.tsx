'use client'

import { MessageCircleQuestionMark } from 'lucide-react'
import { classNames } from '@/components/ui/class-names'
import { useAsks } from './case-asks'

/**
 * Adds a place of the application to the request for information. Shows nothing if this person cannot request now.
 */
export function AskButton({ place, label, words }: { place: string; label: string; words?: string }) {
  const { asks, pick } = useAsks()
  if (!asks) return null
  const isPicked = asks.some((ask) => ask.place === place)
  return (
    <button
      type="button"
      data-ask-place={place}
      data-ask-label={label}
      aria-label={`Ask about ${label}`}
      title={`Ask about ${label}`}
      aria-pressed={isPicked}
      onClick={() => pick({ place, label })}
      className={classNames(
        'inline-flex h-6 min-w-6 shrink-0 items-center justify-center gap-1.5 rounded-sm text-sm pointer-coarse:size-9',
        words && 'px-1.5 pointer-coarse:w-auto',
        isPicked ? 'bg-accent-soft text-accent-ink' : 'text-faint hover:bg-sunken hover:text-ink',
      )}
    >
      <MessageCircleQuestionMark className="size-4" aria-hidden="true" />
      {words}
    </button>
  )
}
