import { useState } from 'react'
import { shownDate } from '@/lib/domain/application/shown-value'
import { parseDate } from '@/lib/domain/values/calendar'

/**
 * A date is stored as ISO and shown as `03/04/1980`. While it is typed it stays as typed. `type`: call with the
 * field's text, or null when it is left.
 */
export function useDateText(value: string): { text: string; type: (text: string | null) => void } {
  const [typed, type] = useState<string | null>(null)
  // The value may have changed through a merge or a copy.
  const isTyped = typed !== null && (typed === value || parseDate(typed.trim()) === value)
  return { text: isTyped ? typed : shownDate(value), type }
}
