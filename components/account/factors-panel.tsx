'use client'

import { Fingerprint, Smartphone } from 'lucide-react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { DateTime } from '@/components/ui/date-time'
import { Panel } from '@/components/ui/panel'
import { ASKED_AGAIN, FACTOR_LABELS, FEW_RECOVERY_CODES } from '@/lib/domain/access/second-factor'
import type { FactorsView, OwnFactor } from '@/lib/server/account/views'

/** A person's second factors. */
export function FactorsPanel({
  view: { factors, recoveryCodes, isRequired },
  onAdd,
  onRename,
  onRemove,
  onNewCodes,
}: {
  view: FactorsView
  onAdd: () => void
  onRename: (factor: OwnFactor) => void
  onRemove: (factor: OwnFactor) => void
  onNewCodes: () => void
}) {
  const hasAny = factors.length > 0
  return (
    <Panel
      title={<>Second factor {isRequired && <Badge>Required</Badge>}</>}
      description={
        hasAny
          ? `Asked when you sign in. ${ASKED_AGAIN}`
          : 'A passkey or an authenticator app, so that your password alone opens nothing.'
      }
      flush
      actions={<Button onClick={onAdd}>Add second factor…</Button>}
    >
      {hasAny && (
        <>
          <ul>
            {factors.map((factor) => (
              <FactorRow
                key={factor.id}
                factor={factor}
                onRename={() => onRename(factor)}
                onRemove={() => onRemove(factor)}
              />
            ))}
          </ul>
          <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-4 py-2.5">
            <div className="min-w-0 flex-1 basis-60 text-sm">
              <p className="font-medium">Recovery codes</p>
              <p className="text-muted">
                {recoveryCodes} unused. Each lets you in once without a second factor.
              </p>
            </div>
            <Button size="small" onClick={onNewCodes}>
              New recovery codes…
            </Button>
          </div>
          {recoveryCodes < FEW_RECOVERY_CODES && (
            <div className="px-4 pb-3">
              <Callout tone="warn" title="Few recovery codes left">
                Make new ones before you need them.
              </Callout>
            </div>
          )}
        </>
      )}
    </Panel>
  )
}

function FactorRow({
  factor: { kind, name, addedAt, lastUsedAt },
  onRename,
  onRemove,
}: {
  factor: OwnFactor
  onRename: () => void
  onRemove: () => void
}) {
  const Icon = kind === 'passkey' ? Fingerprint : Smartphone
  return (
    <li
      aria-label={name}
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-2.5 text-sm last:border-b-0"
    >
      <Icon className="size-4 shrink-0 text-muted" aria-hidden="true" />
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-medium wrap-anywhere">
          <bdi>{name}</bdi>
        </p>
        <p className="text-muted">
          {name !== FACTOR_LABELS[kind] && `${FACTOR_LABELS[kind]} · `}added <DateTime at={addedAt} />
          {lastUsedAt && (
            <>
              {' '}
              · last used <DateTime at={lastUsedAt} />
            </>
          )}
        </p>
      </div>
      <div className="flex gap-2">
        <Button size="small" onClick={onRename} aria-label={`Rename ${name}`}>
          Rename…
        </Button>
        <Button size="small" onClick={onRemove} aria-label={`Remove ${name}`}>
          Remove…
        </Button>
      </div>
    </li>
  )
}
