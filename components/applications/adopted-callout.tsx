import { Callout } from '@/components/ui/callout'
import { CopyableId } from '@/components/ui/copyable-id'
import { itemLabel } from '@/lib/domain/application/fields'

/** Above the steps of an application that the partner had before the desk: what is filled in is all that is sent. */
export function AdoptedCallout({
  section,
  items,
  recordIds,
}: {
  section: string
  /** Of a step that is a list, in its order. */
  items: readonly { id: string }[]
  recordIds: Readonly<Record<string, string>>
}) {
  return (
    <Callout title="Fill in only what should change">
      It is unknown what the partner holds. A field left empty is not sent, and stays as it is there.
      {items.length > 0 && (
        <ul className="mt-1">
          {items.map(({ id }, index) => {
            const recordId = Object.hasOwn(recordIds, id) ? recordIds[id] : undefined
            const name = itemLabel(section, index)
            return (
              <li key={id}>
                {name}:{' '}
                {recordId ? (
                  <CopyableId value={recordId} label={`record ID of ${name.toLowerCase()}`} />
                ) : (
                  'no record ID. The update creates a new record.'
                )}
              </li>
            )
          })}
        </ul>
      )}
    </Callout>
  )
}
