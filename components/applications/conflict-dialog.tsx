'use client'

import { useState } from 'react'
import { Option } from '@/components/forms/option'
import { Button } from '@/components/ui/button'
import { DateTime } from '@/components/ui/date-time'
import { Dialog } from '@/components/ui/dialog'
import { type Choices, type Conflict, conflictsOf, diffSection } from '@/lib/domain/application/differences'
import type { AnySectionName, SectionDraft } from '@/lib/domain/application/draft'
import { isOwnChange, type NewerVersion, type Taken } from './draft-saver'

type Side = Choices[string]

/** What the dialog calls the two sides. */
type SideWords = {
  title: string
  contested: string
  onlyTheirs: string
  onlyMine: string
  earlier: string
  allTheirs: string
  allMine: string
  mine: string
  theirs: string
}

const OF_SOMEBODY_ELSE: SideWords = {
  title: 'Someone else changed this first',
  contested: 'You both changed',
  onlyTheirs: 'Only they changed: theirs is taken',
  onlyMine: 'Only you changed: yours is kept',
  earlier: 'Also changed by others before, and kept',
  allTheirs: 'Take all theirs',
  allMine: 'Keep all mine',
  mine: 'Keep mine',
  theirs: 'Take theirs',
}

const OF_ANOTHER_WINDOW: SideWords = {
  title: 'You changed this in another window',
  contested: 'Changed in both windows',
  onlyTheirs: 'Changed only in the other window: taken from there',
  onlyMine: 'Changed only in this window: kept',
  earlier: 'Also changed there before, and kept',
  allTheirs: 'Take all from the other window',
  allMine: 'Keep all from this window',
  mine: 'This window',
  theirs: 'The other window',
}

/**
 * Two people, or one person in two windows, changed the same section. Changes on one side only are merged; for a
 * field that both changed, this person decides. Nothing is saved before that. Also lists what earlier saves merged
 * without asking, because “all mine” does not undo it.
 */
export function ConflictDialog<S extends AnySectionName, T extends SectionDraft<S>>({
  section,
  base,
  mine,
  newer,
  taken,
  onDecided,
  onPostponed,
}: {
  section: S
  base: T
  mine: T
  newer: NewerVersion<T>
  taken: readonly Taken<T>[]
  onDecided: (choices: Choices) => void
  onPostponed: () => void
}) {
  const [conflicts] = useState(() => conflictsOf(section, base, mine, newer.theirs))
  const [earlier] = useState(() => takenEarlier(section, taken, mine, conflicts))
  const [choices, setChoices] = useState<Choices>({})
  const isOwn = isOwnChange(newer)
  const words = isOwn ? OF_ANOTHER_WINDOW : OF_SOMEBODY_ELSE
  const contested = conflicts.filter(({ changedBy }) => changedBy === 'both')
  const chooseAll = (side: Side) => setChoices(Object.fromEntries(contested.map(({ path }) => [path, side])))

  return (
    <Dialog
      open
      onClose={onPostponed}
      size="large"
      title={words.title}
      description={
        <>
          {isOwn ? 'The other window saved' : `Saved by ${newer.changedBy}`} on{' '}
          <DateTime at={newer.changedAt} seconds />. What you typed here is kept, and not saved yet.
        </>
      }
      footer={
        <>
          {contested.length > 0 && (
            <>
              <Button onClick={() => chooseAll('theirs')}>{words.allTheirs}</Button>
              <Button onClick={() => chooseAll('mine')}>{words.allMine}</Button>
            </>
          )}
          <Button variant="primary" onClick={() => onDecided(choices)}>
            Save these values
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        {contested.length > 0 && (
          <section>
            <h3 className="text-sm font-semibold">{words.contested}</h3>
            <ul className="mt-1 divide-y divide-line border-y border-line">
              {contested.map((conflict) => (
                <li key={conflict.path} className="py-2.5">
                  <Contested
                    conflict={conflict}
                    words={words}
                    side={choices[conflict.path] ?? 'mine'}
                    onChoose={(side) => setChoices({ ...choices, [conflict.path]: side })}
                  />
                </li>
              ))}
            </ul>
          </section>
        )}
        <OneSided
          title={words.onlyTheirs}
          side="theirs"
          conflicts={conflicts.filter(({ changedBy }) => changedBy === 'theirs')}
        />
        <OneSided
          title={words.onlyMine}
          side="mine"
          conflicts={conflicts.filter(({ changedBy }) => changedBy === 'mine')}
        />
        <OneSided title={words.earlier} side="theirs" conflicts={earlier} />
      </div>
    </Dialog>
  )
}

/** Merged changes that are still in the form and not part of the question. */
function takenEarlier<S extends AnySectionName, T extends SectionDraft<S>>(
  section: S,
  taken: readonly Taken<T>[],
  mine: T,
  conflicts: readonly Conflict[],
): OneSidedChange[] {
  const byPath = new Map<string, OneSidedChange & { stands: boolean }>()
  for (const { before, after } of taken) {
    const since = new Set(diffSection(section, after, mine).map(({ path }) => path))
    for (const { path, label, ...change } of diffSection(section, before, after)) {
      const first = byPath.get(path)?.mine ?? change.before
      byPath.set(path, { path, label, mine: first, theirs: change.after, stands: !since.has(path) })
    }
  }
  for (const { path } of conflicts) byPath.delete(path)
  return [...byPath.values()].filter(({ stands }) => stands)
}

type OneSidedChange = Pick<Conflict, 'path' | 'label' | 'mine' | 'theirs'>

function Contested({
  conflict: { path, label, mine, theirs },
  words,
  side,
  onChoose,
}: {
  conflict: Conflict
  words: SideWords
  side: Side
  onChoose: (side: Side) => void
}) {
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-medium">{label}</legend>
      <div className="grid gap-x-6 sm:grid-cols-2">
        {(
          [
            { value: 'mine', called: words.mine, text: mine },
            { value: 'theirs', called: words.theirs, text: theirs },
          ] as const
        ).map(({ value, called, text }) => (
          <Option
            key={value}
            type="radio"
            name={path}
            value={value}
            checked={side === value}
            onChange={() => onChoose(value)}
            label={
              <>
                <span className="text-muted">{called}:</span> <Text>{text}</Text>
              </>
            }
          />
        ))}
      </div>
    </fieldset>
  )
}

function OneSided({
  title,
  side,
  conflicts,
}: {
  title: string
  side: Side
  conflicts: readonly OneSidedChange[]
}) {
  if (conflicts.length === 0) return null
  const other = side === 'mine' ? 'theirs' : 'mine'
  return (
    <section>
      <h3 className="text-sm font-semibold">{title}</h3>
      <ul className="mt-1 divide-y divide-line border-y border-line">
        {conflicts.map((conflict) => (
          <li key={conflict.path} className="grid gap-x-6 py-1.5 text-sm sm:grid-cols-2">
            <span className="text-muted">{conflict.label}</span>
            <span className="min-w-0">
              <Text>{conflict[side]}</Text>
              <span className="text-muted">
                {' '}
                instead of <Text>{conflict[other]}</Text>
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

const LONGEST = 200

/** Long texts are cut; they only need to be told apart. */
function Text({ children: text }: { children: string }) {
  if (text === '') return <span className="text-faint">(blank)</span>
  return <bdi className="break-words">{text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text}</bdi>
}
