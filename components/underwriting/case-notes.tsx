'use client'

import { type FormEvent, useState } from 'react'
import { troubleWords } from '@/components/forms/action-answer'
import { FieldFrame } from '@/components/forms/field-frame'
import { useDeskAction } from '@/components/forms/use-desk-action'
import { Button } from '@/components/ui/button'
import { DateTime } from '@/components/ui/date-time'
import { lengthProblem } from '@/lib/domain/underwriting/reasons'
import { addNoteAction } from '@/lib/server/underwriting/actions'
import type { CaseView } from '@/lib/server/underwriting/loaders'
import { type UnsentOfTab, useUnsent } from './use-unsent'
import { Words } from './words'

const unsent: UnsentOfTab<string> = new Map()
const isBlank = (text: string) => text.trim() === ''

/** Notes between underwriters. */
export function CaseNotes({
  applicationId,
  notes,
  mayWrite,
}: {
  applicationId: string
  notes: CaseView['notes']
  mayWrite: boolean
}) {
  const [text, setText, unsentText] = useUnsent(unsent, { applicationId, what: 'note' }, '', isBlank)
  const { run, busy, trouble } = useDeskAction(addNoteAction)
  const [tooLong, setTooLong] = useState<string | null>(null)
  const problem = tooLong ?? (trouble && troubleWords(trouble))

  async function add(event: FormEvent) {
    event.preventDefault()
    if (busy || isBlank(text)) return
    const found = lengthProblem(text)
    setTooLong(found)
    if (found) return
    const called = await run({ applicationId, text, textId: unsentText.id() })
    // Text typed during the request stays.
    if (called?.ok) unsentText.sent((now) => (now === text ? '' : now))
  }

  return (
    <>
      {notes.length === 0 ? (
        <p className="text-sm text-muted">No notes yet. Onboarding cannot see notes.</p>
      ) : (
        <ul className="flex flex-col gap-3">
          {notes.map(({ id, by, at, text: written }) => (
            <li key={id}>
              <p className="text-sm text-muted">
                <bdi className="font-medium text-ink">{by}</bdi>, <DateTime at={at} />
              </p>
              <Words text={written} />
            </li>
          ))}
        </ul>
      )}
      {mayWrite && (
        <form onSubmit={(event) => void add(event)} className="mt-4 flex flex-col gap-2">
          <FieldFrame
            path="underwriting-note"
            meta={{
              label: 'Note for underwriters',
              hint: 'Notes cannot be changed later.',
            }}
            required
            findings={problem ? [{ severity: 'error', message: problem }] : []}
          >
            {(control) => (
              <textarea
                data-action="note"
                aria-keyshortcuts="n"
                {...control}
                rows={2}
                value={text}
                onChange={({ target }) => setText(() => target.value)}
                className="control"
              />
            )}
          </FieldFrame>
          <div>
            <Button type="submit" size="small" busy={busy} disabled={isBlank(text)}>
              Add note
            </Button>
          </div>
        </form>
      )}
    </>
  )
}
