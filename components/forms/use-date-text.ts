import { useState } from 'react'
import { shownDate } from '@/lib/domain/application/shown-value'
import { parseDate } from '@/lib/domain/values/calendar'

/**
 * A date is kept as ISO and shown as people write it here, `03/04/1980`; while it is typed it stays as typed. `type`
 * is what the box says, or null once it was left.
 */
export function useDateText(value: string): { text: string; type: (text: string | null) => void } {
  const [typed, type] = useState<string | null>(null)
  // Another value can come meanwhile, from a merge or a copy.
  const isTyped = typed !== null && (typed === value || parseDate(typed.trim()) === value)
  return { text: isTyped ? typed : shownDate(value), type }
}
