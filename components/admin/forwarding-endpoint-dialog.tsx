'use client'

import { useRouter } from 'next/navigation'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { FieldFrame } from '@/components/forms/field-frame'
import { Option } from '@/components/forms/option'
import { askDesk } from '@/components/shell/ask-desk'
import { newUuid } from '@/components/shell/new-uuid'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Dialog } from '@/components/ui/dialog'
import { checkEndpoint, type EndpointText } from '@/lib/domain/callbacks/endpoint'
import type { SettingProblem } from '@/lib/domain/settings/setting-problem'
import type { EndpointView } from '@/lib/server/callbacks/endpoint-list'
import { addEndpointAction, changeEndpointAction } from '@/lib/server/callbacks/forward-actions'
import { SecretShown } from './forwarding-secret'

const BLANK: EndpointText = { label: '', url: '', innerAllowed: false }

/** Adds an endpoint, and shows its secret; or changes one. */
export function EndpointDialog({
  endpoint,
  onClose,
}: {
  /** Null for a new one. */
  endpoint: EndpointView | null
  onClose: () => void
}) {
  const router = useRouter()
  const formId = useId()
  const form = useRef<HTMLFormElement>(null)
  // One id for all presses, so that two of them add one endpoint.
  const [id] = useState(() => endpoint?.id ?? newUuid())
  const [base, setBase] = useState<EndpointText>(endpoint ?? BLANK)
  const [typed, setTyped] = useState<EndpointText>(endpoint ?? BLANK)
  const [problems, setProblems] = useState<readonly SettingProblem[]>([])
  const [stale, setStale] = useState<EndpointText | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [secret, setSecret] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    if (problems.length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [problems])

  async function save(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setFailure(null)
    const found = checkEndpoint(typed)
    setProblems(found)
    if (found.length > 0) return
    setBusy(true)
    const { label, url, innerAllowed } = typed
    if (endpoint) await change({ label, url, innerAllowed })
    else await add({ label, url, innerAllowed })
    setBusy(false)
    router.refresh()
  }

  async function add(text: EndpointText) {
    const { data, problem } = await askDesk(() => addEndpointAction({ endpointId: id, ...text }))
    if (data === null) setFailure(problem)
    else if (!data.ok) setProblems(data.problems)
    else if (data.secret !== null) setSecret(data.secret)
    else onClose()
  }

  async function change(text: EndpointText) {
    const { label, url, innerAllowed } = base
    const { data, problem } = await askDesk(() =>
      changeEndpointAction({ endpointId: id, base: { label, url, innerAllowed }, ...text }),
    )
    if (data === null) return setFailure(problem)
    if (data.ok) return onClose()
    if (data.reason === 'problems') return setProblems(data.problems)
    setStale(data.theirs)
    setBase(data.theirs)
  }

  if (secret !== null) return <SecretShown label={typed.label} secret={secret} isNew onClose={onClose} />

  const put = (part: Partial<EndpointText>) => setTyped({ ...typed, ...part })
  const findingsAt = (path: string) =>
    problems
      .filter((problem) => problem.path === path)
      .map(({ message }) => ({ severity: 'error' as const, message }))
  return (
    <Dialog
      open
      onClose={onClose}
      size="medium"
      title={endpoint ? 'Change endpoint' : 'Add an endpoint'}
      description={
        endpoint
          ? 'Messages that are not delivered yet go to the new address, too.'
          : 'It is off until you have tried it and switch it on.'
      }
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" busy={busy}>
            {endpoint ? 'Save' : 'Add'}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        ref={form}
        onSubmit={(event) => void save(event)}
        noValidate
        className="flex flex-col gap-3"
      >
        {stale && (
          <Callout tone="warn" live="alert" title="Somebody else changed this endpoint first">
            It is now called “<bdi>{stale.label}</bdi>”, at{' '}
            <bdi className="font-mono break-all">{stale.url}</bdi>, and inner addresses are{' '}
            {stale.innerAllowed ? 'allowed' : 'refused'}. What you typed is still here: save it if it shall be
            so.
          </Callout>
        )}
        <FieldFrame
          path="endpoint-label"
          meta={{ label: 'Name', hint: 'By which people here know it.' }}
          required
          findings={findingsAt('label')}
        >
          {(control) => (
            <input
              {...control}
              type="text"
              autoComplete="off"
              value={typed.label}
              onChange={({ target }) => put({ label: target.value })}
              className="control"
            />
          )}
        </FieldFrame>
        <FieldFrame
          path="endpoint-url"
          meta={{
            label: 'Address',
            hint: 'Where messages are posted, such as https://erp.example.com/callbacks.',
          }}
          required
          findings={findingsAt('url')}
        >
          {(control) => (
            <input
              {...control}
              type="url"
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              value={typed.url}
              onChange={({ target }) => put({ url: target.value })}
              className="control font-mono"
            />
          )}
        </FieldFrame>
        <div>
          <Option
            type="checkbox"
            label="It may be an address of our inner network"
            checked={typed.innerAllowed}
            onChange={({ target }) => put({ innerAllowed: target.checked })}
            aria-describedby="endpoint-inner-hint"
          />
          <p id="endpoint-inner-hint" className="ps-6 text-xs text-muted">
            This machine, private networks, and http. Without it they are refused, also where a name leads
            there: what answers inside trusts whoever is inside.
          </p>
        </div>
        {failure && (
          <Callout tone="bad" live="alert" title="This was not saved">
            {failure}
          </Callout>
        )}
      </form>
    </Dialog>
  )
}
