import { useId, useState } from 'react'
import { Panel } from '@/components/ui/panel'
import { Table, Td, Th } from '@/components/ui/table'
import type { AnySectionName } from '@/lib/domain/application/draft'
import { itemLabel } from '@/lib/domain/application/fields'
import { offeredPlaces, type Place, placeLabel, readPlace } from '@/lib/domain/application/import/places'
import type { ApplicationKind } from '@/lib/domain/application/kind'
import { STEP_LABELS } from '@/lib/domain/application/steps'
import type { CheckedFile } from './import-messages'

/** Where each column goes. Columns without a place come first; the others are shown on demand. */
export function ImportColumns({
  kind,
  checked: { columns, places, asked },
  unanswered,
  onChoose,
}: {
  kind: ApplicationKind
  checked: Pick<CheckedFile, 'columns' | 'places' | 'asked'>
  /** Ambiguous columns for which no one has chosen a place, or none. */
  unanswered: ReadonlySet<number>
  onChoose: (places: (Place | null)[], column: number) => void
}) {
  // Decided when the file was read, so that a row stays in the list after a choice.
  const [open] = useState(() => new Set(places.flatMap((place, index) => (place === null ? [index] : []))))
  const [showsAll, setShowsAll] = useState(false)
  const matched = places.filter((place) => place !== null).length
  const shown = columns.map((_, index) => index).filter((index) => showsAll || open.has(index))
  const choose = (column: number, place: Place | null) =>
    // A place has one column, so the other one loses it.
    onChoose(
      places.map((other, index) => (index === column ? place : other === place ? null : other)),
      column,
    )
  return (
    <Panel
      title="Columns"
      description={
        matched === columns.length
          ? 'All of them go into the drafts.'
          : `${matched} of ${columns.length} go into the drafts. The others are not imported.`
      }
      actions={
        open.size < columns.length && (
          <button
            type="button"
            aria-expanded={showsAll}
            className="rounded-sm text-sm text-accent-ink underline"
            onClick={() => setShowsAll(!showsAll)}
          >
            {showsAll ? 'Show fewer' : 'Show all columns'}
          </button>
        )
      }
      flush
    >
      {shown.length > 0 && (
        <Table label="Column mapping" box className="max-h-96">
          <thead>
            <tr>
              <Th>Column in the file</Th>
              <Th>Goes to</Th>
            </tr>
          </thead>
          <tbody>
            {shown.map((index) => (
              <tr key={index}>
                <Th scope="row" className="w-1/2">
                  <bdi className="flex min-h-7 items-center break-all">
                    {columns[index] || `Column ${index + 1}, without a name`}
                  </bdi>
                </Th>
                <Td className="py-1.5">
                  <PlaceSelect
                    kind={kind}
                    column={columns[index] || `Column ${index + 1}`}
                    place={places[index] ?? null}
                    places={places}
                    asked={asked[index] ?? []}
                    isOpen={unanswered.has(index)}
                    onChoose={(place) => choose(index, place)}
                  />
                </Td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Panel>
  )
}

function PlaceSelect({
  kind,
  column,
  place,
  places,
  asked,
  isOpen,
  onChoose,
}: {
  kind: ApplicationKind
  column: string
  place: Place | null
  places: readonly (Place | null)[]
  /** Places that its name may mean, offered first. */
  asked: readonly Place[]
  /** It may mean several places, and no one has chosen. */
  isOpen: boolean
  onChoose: (place: Place | null) => void
}) {
  const id = useId()
  const others = optionsOf(kind, places).filter((option) => !asked.includes(option.place))
  const groups = Map.groupBy(others, ({ group }) => group)
  const isMember = place !== null && readPlace(kind, place)?.kind === 'member'
  return (
    <>
      <label htmlFor={id} className="sr-only">
        Where “{column}” goes
      </label>
      <select
        id={id}
        className="control control-select max-w-md"
        aria-invalid={isOpen || undefined}
        aria-describedby={isOpen ? `${id}-ask` : undefined}
        value={isOpen ? OPEN : (place ?? '')}
        onChange={(event) => onChoose(event.target.value === '' ? null : event.target.value)}
      >
        {isOpen && (
          <option value={OPEN} disabled>
            Select…
          </option>
        )}
        {asked.length > 0 && (
          <optgroup label={`“${column}” may be`}>
            {asked.map((each) => (
              <option key={each} value={each}>
                {placeLabel(kind, each)}
              </option>
            ))}
          </optgroup>
        )}
        <option value="">Don’t import</option>
        {isMember && <option value={place}>{placeLabel(kind, place)}</option>}
        {[...groups].map(([group, options]) => (
          <optgroup key={group} label={group}>
            {options.map((option) => (
              <option key={option.place} value={option.place}>
                {placeLabel(kind, option.place)}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
      {isOpen && (
        <p id={`${id}-ask`} className="mt-1 text-sm text-bad-ink">
          “{column}” may be {asked.map((each) => placeLabel(kind, each)).join(' or ')}.{' '}
          {asked.length > 1
            ? 'Choose one.'
            : 'Choose it if that is right, or another field, or “Don’t import”.'}
        </p>
      )}
    </>
  )
}

/** Not the name of a place. */
const OPEN = '?'

/** Offers one more item of each list than the columns use so far. */
function optionsOf(kind: ApplicationKind, places: readonly (Place | null)[]) {
  const countOf = (section: AnySectionName) =>
    places.reduce((count, place) => {
      const parts = place === null ? null : readPlace(kind, place)
      const isThere = parts?.kind === 'field' && parts.section === section && parts.index !== null
      return isThere ? Math.max(count, (parts.index ?? 0) + 2) : count
    }, 1)
  return offeredPlaces(kind, countOf).map(({ section, place }) => {
    const index = /\.items\.(\d+)\./.exec(place)?.[1]
    return { place, group: index === undefined ? STEP_LABELS[section] : itemLabel(section, Number(index)) }
  })
}
