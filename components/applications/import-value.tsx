import { useEffect, useEffectEvent, useId, useRef } from 'react'
import { Button } from '@/components/ui/button'
import type { SettingsLists } from '@/lib/domain/application/field'
import { MAX_CORRECTION_LENGTH } from '@/lib/domain/application/import/corrections'
import { type Place, placeLabel, readPlace } from '@/lib/domain/application/import/places'
import { roleChoices } from '@/lib/domain/application/import/role-words'
import type { ApplicationKind } from '@/lib/domain/application/kind'

/** What is needed to read a value of a place. */
export type ValueContext = { kind: ApplicationKind; lists: SettingsLists }

/** One value entered beside the file: chosen from a list if there is one, typed otherwise. */
export function ImportValue({
  context: { kind, lists },
  place,
  label,
  action,
  begun = '',
  focused = true,
  onType,
  onApply,
  onCancel,
}: {
  context: ValueContext
  place: Place
  /** What the value is for: `City, row 3`. */
  label: string
  action: string
  /** The current value, to be corrected; '' if it is masked and has to be typed again. */
  begun?: string | undefined
  /** False when it reopens with typed text while the focus is elsewhere. */
  focused?: boolean
  /** Reports typed text that has not been applied. */
  onType?: (text: string) => void
  onApply: (text: string) => void
  onCancel?: () => void
}) {
  const id = useId()
  const field = useRef<HTMLInputElement & HTMLSelectElement>(null)
  const choices = choicesOf(kind, place, lists)
  const focus = useEffectEvent(() => {
    if (!focused) return
    field.current?.focus()
    // Selected, so that typing replaces it.
    if (field.current instanceof HTMLInputElement) field.current.select()
  })
  useEffect(() => focus(), [])
  const apply = () => {
    const text = field.current?.value.trim() ?? ''
    if (text === '') return field.current?.focus()
    onApply(text)
  }
  return (
    <fieldset
      className="flex flex-wrap items-center gap-2"
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel?.()
        if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
        event.preventDefault()
        apply()
      }}
    >
      <legend className="sr-only">{placeLabel(kind, place)}</legend>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      {choices ? (
        <select
          ref={field}
          id={id}
          defaultValue={choices.includes(begun) ? begun : ''}
          onChange={({ target }) => onType?.(target.value)}
          className="control control-select min-w-0 max-w-72 flex-1"
        >
          <option value="" disabled>
            Select…
          </option>
          {choices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </select>
      ) : (
        <input
          ref={field}
          id={id}
          maxLength={MAX_CORRECTION_LENGTH}
          defaultValue={begun}
          onChange={({ target }) => onType?.(target.value.trim())}
          autoComplete="off"
          className="control min-w-0 max-w-72 flex-1"
        />
      )}
      <Button size="small" onClick={apply}>
        {action}
      </Button>
      {onCancel && (
        <Button size="small" variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
      )}
    </fieldset>
  )
}

function choicesOf(kind: ApplicationKind, place: Place, lists: SettingsLists): readonly string[] | null {
  const parts = readPlace(kind, place)
  if (parts?.kind !== 'field') return null
  const { meta } = parts.field
  if (meta.kind === 'yes-no') return ['Yes', 'No']
  if (meta.kind !== 'choice' || !meta.choices) return null
  if (meta.choices === 'roles') return roleChoices(lists.roles)
  const choices = typeof meta.choices === 'string' ? lists[meta.choices] : meta.choices
  return choices.length > 0 ? choices : null
}
