import { Callout } from '@/components/ui/callout'
import { CopyableId } from '@/components/ui/copyable-id'
import { contactLabel, itemLabel, type PersonName } from '@/lib/domain/application/fields'

/** Above the steps of an application that the partner had before the desk: what is filled in is all that is sent. */
export function AdoptedCallout({
  section,
  items,
  people,
  recordIds,
}: {
  section: string
  /** Of a step that is a list, in its order. */
  items: readonly { id: string }[]
  people: readonly PersonName[]
  recordIds: Readonly<Record<string, string>>
}) {
  return (
    <Callout title="Fill in only what should change">
      It is unknown what the partner holds. A field left empty is not sent, and stays as it is there.
      {items.length > 0 && (
        <ul className="mt-1">
          {items.map(({ id }, index) => {
            const recordId = Object.hasOwn(recordIds, id) ? recordIds[id] : undefined
            const place = itemLabel(section, index)
            const name = section === 'contacts' ? contactLabel(people, index) : place
            return (
              <li key={id}>
                <bdi>{name}</bdi>:{' '}
                {recordId ? (
                  <CopyableId
                    value={recordId}
                    label={`record ID of ${name === place ? place.toLowerCase() : name}`}
                  />
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
