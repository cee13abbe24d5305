import { Callout } from '@/components/ui/callout'
import { CopyableId } from '@/components/ui/copyable-id'
import { Link } from '@/components/ui/link'
import { contactLabel, itemLabel, type PersonName } from '@/lib/domain/application/fields'
import { fieldAddress, RECORDS_PATH } from './review-step-links'

/** Above the steps of an application that the partner had first: only what is filled in is sent. */
export function AdoptedCallout({
  applicationId,
  section,
  items,
  people,
  recordIds,
}: {
  applicationId: string
  section: string
  /** The items of a list section, in order. */
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
                  <>
                    no record ID. The update creates a new record, unless you{' '}
                    <Link
                      href={fieldAddress(applicationId, RECORDS_PATH)}
                      className="rounded-sm underline underline-offset-2"
                    >
                      enter its ID
                    </Link>
                    .
                  </>
                )}
              </li>
            )
          })}
        </ul>
      )}
    </Callout>
  )
}
