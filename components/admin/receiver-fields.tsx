import { FieldFrame } from '@/components/forms/field-frame'
import type { Finding } from '@/components/forms/findings'
import type { TypedReceiver } from '@/lib/domain/callbacks/receiver'

const LABEL = { label: 'Name', hint: 'Display name.' }
const ALLOWED = {
  label: 'Allowed addresses',
  hint: 'The partner’s addresses or networks, one per line, such as 203.0.113.7 or 203.0.113.0/24. Leave blank to allow any address.',
}

/** The fields of a receiver that can be changed at any time. */
export function ReceiverFields({
  id,
  typed,
  findingsAt,
  onChange,
}: {
  id: string
  typed: TypedReceiver
  findingsAt: (path: string) => Finding[]
  onChange: (part: Partial<TypedReceiver>) => void
}) {
  return (
    <>
      <FieldFrame path={`${id}-label`} meta={LABEL} required findings={findingsAt('label')}>
        {(control) => (
          <input
            {...control}
            type="text"
            autoComplete="off"
            value={typed.label}
            onChange={({ target }) => onChange({ label: target.value })}
            className="control"
          />
        )}
      </FieldFrame>
      <FieldFrame path={`${id}-allowed`} meta={ALLOWED} findings={findingsAt('allowed')}>
        {(control) => (
          <textarea
            {...control}
            rows={3}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            value={typed.allowed}
            onChange={({ target }) => onChange({ allowed: target.value })}
            className="control font-mono"
          />
        )}
      </FieldFrame>
    </>
  )
}
