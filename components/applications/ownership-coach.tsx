'use client'

import { Check, Circle, Minus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { focusField } from '@/components/forms/focus-field'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import type { ApplicationKind } from '@/lib/domain/application/kind'
import type { OwnershipFix, OwnershipGuide } from '@/lib/domain/application/ownership'
import type { Draft } from '@/lib/domain/application/sections'
import { routes } from '@/lib/routes'

const MARKS = {
  met: { icon: Check, look: 'text-good-ink', words: 'Done: ' },
  open: { icon: Circle, look: 'text-warn-ink', words: 'Still to do: ' },
  optional: { icon: Minus, look: 'text-faint', words: 'Not needed: ' },
}

type Rules = typeof import('@/lib/domain/application/ownership')

/** Loaded once for all applications. */
let loaded: Rules | null = null

/**
 * What the rules say about the contacts: the server's result until something changes here. If the rules have not
 * loaded yet, or fail to, it stays; the server checks what is saved.
 */
function useGuide(
  { kind, ownership, contacts }: { kind: ApplicationKind; ownership: string; contacts: Draft['contacts'] },
  found: OwnershipGuide,
  foundOf: Draft['contacts'],
): OwnershipGuide {
  const [rules, setRules] = useState(() => loaded)
  useEffect(() => {
    if (rules || JSON.stringify(contacts) === JSON.stringify(foundOf)) return
    let isGone = false
    import('@/lib/domain/application/ownership').then(
      (file) => {
        loaded = file
        if (!isGone) setRules(file)
      },
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [rules, contacts, foundOf])
  return rules ? rules.ownershipGuide(rules.ownershipFactsOf(contacts, ownership, kind)) : found
}

/** The rule for the chosen ownership, a checklist, and one-click fixes. */
export function OwnershipCoach({
  applicationId,
  kind,
  ownership,
  contacts,
  found,
  foundOf,
  setAt,
}: {
  applicationId: string
  kind: ApplicationKind
  ownership: string
  contacts: Draft['contacts']
  /** The server's result, and the contacts that it is about. */
  found: OwnershipGuide
  foundOf: Draft['contacts']
  setAt: ((path: string, value: unknown) => void) | undefined
}) {
  const { sentence, checklist, fixes, owned } = useGuide({ kind, ownership, contacts }, found, foundOf)
  return (
    <Panel title="Ownership requirements">
      <p className="text-sm">{unbroken(sentence)}</p>
      {checklist.length === 0 && (
        <p className="mt-2 text-sm">
          <Link
            href={`${routes.applicationStep(applicationId, 'merchant')}#merchant.ownership`}
            className="text-accent-ink underline"
          >
            Choose the ownership
          </Link>
        </p>
      )}
      {checklist.length > 0 && (
        <>
          <ul className="mt-3 flex flex-col gap-1.5">
            {checklist.map(({ text, met }) => {
              const {
                icon: Icon,
                look,
                words,
              } = MARKS[met === 'optional' ? 'optional' : met ? 'met' : 'open']
              return (
                <li key={text} className="flex gap-2 text-sm">
                  <Icon className={classNames('mt-0.5 size-3.5 shrink-0', look)} aria-hidden="true" />
                  <span className={met === 'optional' ? 'text-muted' : undefined}>
                    <span className="sr-only">{words}</span>
                    {unbroken(text)}
                  </span>
                </li>
              )
            })}
          </ul>
          <p className="mt-3 flex justify-between border-t border-line pt-2 text-sm">
            <span className="text-muted">Owned by principals</span>
            <span className="font-semibold">{owned}%</span>
          </p>
        </>
      )}
      {setAt && fixes.length > 0 && (
        <div className="mt-3 flex flex-col items-stretch gap-1.5">
          {fixes.map((fix) => (
            <Button
              key={fix.label}
              size="small"
              className="h-auto! min-h-7 justify-start py-1 text-start whitespace-normal!"
              onClick={() => apply(fix, setAt)}
            >
              {unbroken(fix.label)}
            </Button>
          ))}
        </div>
      )}
    </Panel>
  )
}

/** Keeps a number and its percent sign on one line. */
const unbroken = (text: string) => text.replaceAll(' %', '\u00a0%')

/** The button disappears with the problem, so the focus moves to the changed field. */
function apply(fix: OwnershipFix, setAt: (path: string, value: unknown) => void) {
  if ('correct' in fix) {
    focusField(`contacts.items.${fix.index}.${fix.correct}`)
    return
  }
  const [path, value] =
    'nobodyOwns25' in fix
      ? ['contacts.nobodyOwns25', true]
      : 'roles' in fix
        ? [`contacts.items.${fix.index}.roles`, fix.roles]
        : [`contacts.items.${fix.index}.percentageOwned`, fix.percentageOwned]
  setAt(path, value)
  focusField(path)
}
