'use client'

import { useRouter } from 'next/navigation'
import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { FieldFrame } from '@/components/forms/field-frame'
import type { Finding } from '@/components/forms/findings'
import { TroubleNotice } from '@/components/forms/trouble-notice'
import { useDeskAction } from '@/components/forms/use-desk-action'
import { Button, LinkButton } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Panel } from '@/components/ui/panel'
import { MAX_NOTE_LENGTH } from '@/lib/domain/values/note-length'
import { routes } from '@/lib/routes'
import { adoptApplicationAction } from '@/lib/server/applications/actions'
import type { AdoptField, AdoptProblem } from '@/lib/server/applications/adopt'

type Typed = Record<AdoptField | 'dbaName', string>

const BLANK: Typed = {
  opportunityId: '',
  accountId: '',
  contactIds: '',
  checkingAccountIds: '',
  dbaName: '',
  note: '',
}

/** Adds an application that the partner already has, by its record IDs. Unusual IDs need a confirmation. */
export function AdoptForm() {
  const router = useRouter()
  const element = useRef<HTMLFormElement>(null)
  const doubtsHeading = useRef<HTMLDivElement>(null)
  const [typed, setTyped] = useState(BLANK)
  const [problems, setProblems] = useState<readonly AdoptProblem[]>([])
  const [doubts, setDoubts] = useState<readonly AdoptProblem[]>([])
  const { run, busy, trouble } = useDeskAction(adoptApplicationAction, { leaves: true })

  function change(field: keyof Typed, value: string) {
    setTyped((now) => ({ ...now, [field]: value }))
    setProblems((now) => now.filter((problem) => problem.path !== field))
    // A confirmation is only valid for the IDs that it was given for.
    setDoubts([])
  }

  async function send(confirmed: boolean) {
    const called = await run(inputOf(typed, confirmed))
    if (called === null) return
    if (called.ok) return router.push(routes.application(called.data.applicationId))
    const { refusal } = called
    flushSync(() => {
      setProblems(refusal?.reason === 'invalid' ? refusal.problems : [])
      setDoubts(refusal?.reason === 'doubts' ? refusal.doubts : [])
    })
    const wrong = element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (wrong) wrong.focus()
    else doubtsHeading.current?.focus()
  }

  const field = (name: keyof Typed) => ({
    name,
    value: typed[name],
    onChange: (value: string) => change(name, value),
    findings: [
      ...problems.flatMap(({ path, message, about }): Finding[] =>
        path === name ? [{ severity: 'error', message, about }] : [],
      ),
      ...doubts.flatMap(({ path, message }): Finding[] =>
        path === name ? [{ severity: 'warning', message }] : [],
      ),
    ],
  })

  return (
    <Panel className="max-w-3xl">
      <form
        ref={element}
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void send(false)
        }}
        noValidate
        aria-label="Add existing application"
        className="flex flex-col gap-4"
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <IdBox
            {...field('opportunityId')}
            label="Opportunity ID"
            hint="15 to 18 letters and digits."
            required
          />
          <IdBox {...field('accountId')} label="Account ID" hint="15 to 18 letters and digits." required />
          <IdList
            {...field('contactIds')}
            label="Contact IDs"
            hint="One on a line. Without its ID a contact cannot be updated; it can be entered later."
          />
          <IdList
            {...field('checkingAccountIds')}
            label="Checking account IDs"
            hint="One on a line. They can be entered later."
          />
        </div>
        <IdBox
          {...field('dbaName')}
          label="DBA name"
          hint="The name in the list. The first update sends it to the partner."
          plain
        />
        <NoteBox {...field('note')} />
        {doubts.length > 0 && (
          <div ref={doubtsHeading} tabIndex={-1} className="focus-visible:outline-none">
            <Callout
              tone="warn"
              live="alert"
              title="Check these IDs with the partner"
              actions={
                <Button busy={busy} onClick={() => void send(true)}>
                  The IDs are right, add it
                </Button>
              }
            >
              <ul className="list-disc ps-4">
                {doubts.map(({ path, message }) => (
                  <li key={`${path} ${message}`} className="break-words">
                    {message}
                  </li>
                ))}
              </ul>
              <p className="mt-1">
                Updates and documents go to exactly these records. If one belongs to another merchant, that
                merchant is changed.
              </p>
            </Callout>
          </div>
        )}
        <TroubleNotice trouble={trouble} title="The application was not added" />
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <Button type="submit" variant={doubts.length > 0 ? 'secondary' : 'primary'} busy={busy}>
            {doubts.length > 0 ? 'Check again' : 'Add application'}
          </Button>
          <LinkButton variant="ghost" href={routes.applications}>
            Cancel
          </LinkButton>
        </div>
      </form>
    </Panel>
  )
}

const linesOf = (text: string): string[] =>
  text
    .split(/[\s,;]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')

const inputOf = (typed: Typed, confirmed: boolean) => ({
  ...typed,
  contactIds: linesOf(typed.contactIds),
  checkingAccountIds: linesOf(typed.checkingAccountIds),
  confirmed,
})

type BoxProps = {
  name: string
  value: string
  onChange: (value: string) => void
  findings: readonly Finding[]
  label: string
  hint: string
  required?: boolean
}

function IdBox({
  name,
  value,
  onChange,
  findings,
  label,
  hint,
  required,
  plain,
}: BoxProps & { plain?: boolean }) {
  return (
    <FieldFrame path={name} meta={{ label, hint }} required={required} findings={findings}>
      {(control) => (
        <input
          {...control}
          type="text"
          value={value}
          onChange={({ target }) => onChange(target.value)}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={plain ? 255 : 60}
          className={plain ? 'control' : 'control font-mono'}
        />
      )}
    </FieldFrame>
  )
}

function IdList({ name, value, onChange, findings, label, hint }: BoxProps) {
  return (
    <FieldFrame path={name} meta={{ label, hint }} findings={findings}>
      {(control) => (
        <textarea
          {...control}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          autoCapitalize="off"
          spellCheck={false}
          rows={3}
          maxLength={3_000}
          className="control font-mono"
        />
      )}
    </FieldFrame>
  )
}

function NoteBox({ name, value, onChange, findings }: Omit<BoxProps, 'label' | 'hint'>) {
  return (
    <FieldFrame
      path={name}
      meta={{ label: 'Where the IDs come from', hint: 'It stays in the history of the application.' }}
      required
      findings={findings}
    >
      {(control) => (
        <textarea
          {...control}
          value={value}
          onChange={({ target }) => onChange(target.value)}
          rows={2}
          maxLength={MAX_NOTE_LENGTH}
          className="control"
        />
      )}
    </FieldFrame>
  )
}
