'use client'

import { type FormEvent, useState } from 'react'
import { FieldFrame } from '@/components/forms/field-frame'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Panel } from '@/components/ui/panel'
import { grouped } from '@/lib/domain/values/money'
import { resetSandboxAction } from '@/lib/server/sandbox/actions'
import type { ResetView } from '@/lib/server/sandbox/loaders'
import { ControlNotice } from './control-notice'
import { useControl } from './use-control'

const LOST = [
  'the journal, which begins at 1 again',
  'every application held, with its contacts, accounts, quote and attachments',
  'funding amounts, and the sales made on the hosted page',
  'sent and waiting events',
  'profile statuses and response addresses',
  'tokens and faults',
]

/** Empties the sandbox after a word is typed that no one types by accident. */
export function ResetPanel({ view: { word, applications, documents } }: { view: ResetView }) {
  const [typed, setTyped] = useState('')
  const [done, setDone] = useState(false)
  const control = useControl(resetSandboxAction)

  async function submit(event: FormEvent) {
    event.preventDefault()
    setDone(false)
    const result = await control.run({ word: typed })
    if (!result.ok) return
    setTyped('')
    setDone(true)
  }

  return (
    <div className="flex max-w-2xl flex-col gap-4">
      {done && (
        <Callout tone="good" title="The sandbox was reset" live="status">
          All its data was deleted. The desk fetches a new token with its next call.
        </Callout>
      )}
      <Panel title="Deleted">
        <ul className="list-disc ps-4 marker:text-faint">
          {LOST.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
        <p className="mt-2 text-sm text-muted">This cannot be undone.</p>
      </Panel>
      <Panel title="Kept">
        <p>
          The desk’s own data stays as it is: applications, documents, people, the audit log. Its records then
          refer to data that the sandbox no longer has:
        </p>
        <dl className="my-2 grid w-fit grid-cols-[auto_auto] gap-x-3 tabular-nums">
          <dt className="order-2 text-muted">
            {applications === 1 ? 'application' : 'applications'} with a record ID
          </dt>
          <dd className="order-1 text-end font-semibold">{grouped(String(applications))}</dd>
          <dt className="order-4 text-muted">{documents === 1 ? 'document' : 'documents'} delivered</dt>
          <dd className="order-3 text-end font-semibold">{grouped(String(documents))}</dd>
        </dl>
        <p className="text-sm text-muted">
          Their updates and documents are rejected as unknown (404), and their stage can no longer be read.
          New applications work.
        </p>
      </Panel>
      <Panel title="Reset the sandbox">
        <form ref={control.form} onSubmit={submit} noValidate className="flex flex-col items-start gap-3">
          <FieldFrame
            path="reset.word"
            meta={{ label: `Type “${word}” to continue`, required: true }}
            findings={control.findings('word')}
          >
            {(props) => (
              <input
                {...props}
                type="text"
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                value={typed}
                onChange={({ target }) => setTyped(target.value)}
                className="control max-w-60"
              />
            )}
          </FieldFrame>
          <Button type="submit" variant="danger" busy={control.busy}>
            Reset the sandbox
          </Button>
          <ControlNotice problem={control.problem} />
        </form>
      </Panel>
    </div>
  )
}
