import { useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '@/components/ui/button'
import { Panel } from '@/components/ui/panel'
import { itemLabel } from '@/lib/domain/application/fields'
import type { RowReport } from '@/lib/domain/application/import/check-rows'
import { type Correction, isCorrectable } from '@/lib/domain/application/import/corrections'
import { offeredPlaces, type Place, placeLabel } from '@/lib/domain/application/import/places'
import { STEP_LABELS } from '@/lib/domain/application/steps'
import { ImportValue, type ValueContext } from './import-value'

/** Values that the file lacks and that are the same for all merchants. Those that every row lacks come first. */
export function ImportForAll({
  context,
  rows,
  corrections,
  onCorrect,
  onTakeBack,
  onBegun,
}: {
  context: ValueContext
  rows: readonly RowReport[]
  corrections: readonly Correction[]
  onCorrect: (correction: Correction) => void
  onTakeBack: (correction: Correction) => void
  /** The place whose value was chosen and not applied yet; null once it is applied or dropped. */
  onBegun: (place: Place | null) => void
}) {
  const id = useId()
  const [place, setPlace] = useState<Place | null>(null)
  const [text, setText] = useState('')
  const begun = text === '' ? null : place
  useEffect(() => {
    onBegun(begun)
    return () => onBegun(null)
  }, [begun, onBegun])
  const choice = useRef<HTMLSelectElement>(null)
  const given = corrections.filter(({ row }) => row === null)
  const isOpen = (one: Place) => !given.some((correction) => correction.place === one)
  const missing = missingEverywhere(rows).filter(
    (one) => isCorrectable(context.kind, one, null) && isOpen(one),
  )
  const others = offeredPlaces(context.kind, () => 1).filter(
    (one) =>
      isCorrectable(context.kind, one.place, null) && isOpen(one.place) && !missing.includes(one.place),
  )
  function choosePlace(next: Place | null) {
    setPlace(next)
    setText('')
  }
  function leavePlace() {
    flushSync(() => choosePlace(null))
    choice.current?.focus()
  }
  return (
    <Panel
      title="The same in every row"
      description="A value that the file leaves out. Rows that have one keep it."
    >
      <div className="flex flex-col gap-3">
        {given.length > 0 && (
          <ul className="flex flex-col gap-1 text-sm">
            {given.map((correction) => (
              <li key={correction.place} className="flex flex-wrap items-center gap-x-3">
                <span className="min-w-0 break-words">
                  <span className="font-medium">{placeLabel(context.kind, correction.place)}:</span>{' '}
                  <bdi>{correction.text}</bdi>
                </span>
                <Button
                  size="small"
                  variant="ghost"
                  aria-label={`Remove ${placeLabel(context.kind, correction.place)}`}
                  onClick={() => {
                    flushSync(() => onTakeBack(correction))
                    choice.current?.focus()
                  }}
                >
                  Remove
                </Button>
              </li>
            ))}
          </ul>
        )}
        <div className="flex flex-wrap items-center gap-2">
          <label htmlFor={id} className="sr-only">
            Field with the same value in every row
          </label>
          <select
            ref={choice}
            id={id}
            value={place ?? ''}
            onChange={({ target }) => choosePlace(target.value || null)}
            className="control control-select min-w-0 max-w-md"
          >
            <option value="">Choose a field…</option>
            {missing.length > 0 && (
              <optgroup label="Missing in every row">
                {missing.map((one) => (
                  <option key={one} value={one}>
                    {placeLabel(context.kind, one)}
                  </option>
                ))}
              </optgroup>
            )}
            {[...Map.groupBy(others, groupOf)].map(([group, options]) => (
              <optgroup key={group} label={group}>
                {options.map((one) => (
                  <option key={one.place} value={one.place}>
                    {placeLabel(context.kind, one.place)}
                  </option>
                ))}
              </optgroup>
            ))}
          </select>
          {place !== null && (
            <ImportValue
              key={place}
              context={context}
              place={place}
              label={`${placeLabel(context.kind, place)}, every row`}
              action="Use in every row"
              onType={setText}
              onApply={(given) => {
                onCorrect({ row: null, place, text: given })
                leavePlace()
              }}
              onCancel={leavePlace}
            />
          )}
        </div>
      </div>
    </Panel>
  )
}

const groupOf = ({ section, place }: ReturnType<typeof offeredPlaces>[number]): string => {
  const index = /\.items\.(\d+)\./.exec(place)?.[1]
  return index === undefined ? STEP_LABELS[section] : itemLabel(section, Number(index))
}

function missingEverywhere(rows: readonly RowReport[]): Place[] {
  const read = rows.filter(({ blocked }) => blocked === null)
  const placesOf = ({ problems }: RowReport) =>
    problems.flatMap(({ state, place }) => (state === 'missing' && place !== undefined ? [place] : []))
  const [first, ...rest] = read.map(placesOf)
  return [...new Set(first ?? [])].filter((place) => rest.every((places) => places.includes(place)))
}
