'use client'

import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { FieldFrame } from '@/components/forms/field-frame'
import { announce } from '@/components/ui/announce'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { matchingPeople, mentionAt } from '@/lib/domain/comments/comment'
import type { CommentDraft } from '@/lib/domain/comments/inputs'
import type { CommentSubject } from '@/lib/domain/comments/subject'
import { useMentionable } from './use-mentionable'

/** Enough to choose from; typing more letters narrows the list. */
const SHOWN = 8

/** The box of a comment with people to mention, by keyboard or pointer. */
export function CommentForm({
  subject,
  label,
  hint,
  content,
  change,
  problem,
  busy,
  onSend,
  send,
  onCancel,
  begins,
}: {
  subject: CommentSubject
  label: string
  hint: string
  content: CommentDraft
  change: (how: (now: CommentDraft) => CommentDraft) => void
  problem: string | null
  busy: boolean
  onSend: () => void
  send: string
  onCancel?: () => void
  /** The person has just opened it and types next. */
  begins: boolean
}) {
  const id = useId()
  const listId = `${id}-people`
  const box = useRef<HTMLTextAreaElement>(null)
  const [at, setAt] = useState<{ start: number; typed: string } | null>(null)
  const [active, setActive] = useState(0)
  const { people, failed, load } = useMentionable(subject)
  const found = at === null || people === null ? [] : matchingPeople(people, at.typed).slice(0, SHOWN)
  const isOpen = found.length > 0
  const chosen = isOpen ? found[Math.min(active, found.length - 1)] : undefined

  useEffect(() => {
    if (!begins) return
    const element = box.current
    element?.focus()
    element?.setSelectionRange(element.value.length, element.value.length)
  }, [begins])

  useEffect(() => {
    if (isOpen) announce(`${found.length} ${found.length === 1 ? 'person' : 'people'}`)
  }, [isOpen, found.length])

  function look({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) {
    const found = selectionStart === selectionEnd ? mentionAt(value, selectionStart) : null
    // Text after a chosen name does not search again.
    const isChosen = content.people.some(({ name }) => found && value.startsWith(`@${name} `, found.start))
    const next = isChosen ? null : found
    if (next) load()
    setAt(next)
    if (next?.typed !== at?.typed) setActive(0)
  }

  function take(person: { id: string; name: string }) {
    const element = box.current
    if (!at || !element) return
    const end = at.start + 1 + at.typed.length
    const mention = `@${person.name} `
    const caret = at.start + mention.length
    // Rendered at once, so that the next text follows the name.
    flushSync(() => {
      change(({ text, people: before }) => ({
        text: `${text.slice(0, at.start)}${mention}${text.slice(end).replace(/^ /, '')}`,
        people: before.some(({ id: known }) => known === person.id) ? before : [...before, person],
      }))
      setAt(null)
    })
    element.focus()
    element.setSelectionRange(caret, caret)
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.nativeEvent.isComposing) return
    const { key } = event
    if (key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      onSend()
    } else if (isOpen && (key === 'ArrowDown' || key === 'ArrowUp')) {
      event.preventDefault()
      setActive((now) => (now + (key === 'ArrowDown' ? 1 : found.length - 1)) % found.length)
    } else if (chosen && (key === 'Enter' || (key === 'Tab' && !event.shiftKey))) {
      event.preventDefault()
      take(chosen)
    } else if (key === 'Escape' && at !== null) {
      event.preventDefault()
      event.stopPropagation()
      setAt(null)
    } else if (key === 'Escape' && onCancel) {
      event.preventDefault()
      onCancel()
    }
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    onSend()
  }

  return (
    <form onSubmit={submit} className="flex flex-col gap-2">
      <FieldFrame
        path={`${id}-comment`}
        meta={{ label, hint }}
        required
        findings={problem ? [{ severity: 'error', message: problem }] : []}
      >
        {(control) => (
          <div className="relative">
            <textarea
              ref={box}
              {...control}
              rows={3}
              dir="auto"
              value={content.text}
              aria-autocomplete="list"
              aria-haspopup="listbox"
              aria-controls={isOpen ? listId : undefined}
              aria-activedescendant={chosen && `${listId}-${chosen.id}`}
              aria-keyshortcuts="Control+Enter Meta+Enter"
              onChange={({ currentTarget }) => {
                const text = currentTarget.value
                change((now) => ({ ...now, text }))
                look(currentTarget)
              }}
              onClick={({ currentTarget }) => look(currentTarget)}
              onKeyDown={onKeyDown}
              onBlur={() => setAt(null)}
              className="control"
            />
            {isOpen && (
              <div
                id={listId}
                role="listbox"
                aria-label="People"
                className="absolute start-0 bottom-full z-30 mb-1 max-h-60 w-max max-w-full min-w-56 overflow-y-auto rounded-lg border border-line bg-raised p-1 text-sm text-ink shadow-raised"
              >
                {found.map((person) => (
                  // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the box's, which keeps the focus
                  <div
                    key={person.id}
                    id={`${listId}-${person.id}`}
                    role="option"
                    tabIndex={-1}
                    aria-selected={person === chosen}
                    className={classNames(
                      'cursor-default truncate rounded-md px-2 py-1.5 pointer-coarse:py-2.5',
                      person === chosen && 'bg-accent-soft',
                    )}
                    onPointerDown={(event) => event.preventDefault()}
                    onClick={() => take(person)}
                  >
                    <bdi>{person.name}</bdi>
                  </div>
                ))}
              </div>
            )}
          </div>
        )}
      </FieldFrame>
      {at !== null && failed && (
        <p className="text-sm text-muted">The list of people could not be loaded. Type @ to try again.</p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="small" busy={busy}>
          {send}
        </Button>
        {onCancel && (
          <Button size="small" variant="ghost" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
    </form>
  )
}
