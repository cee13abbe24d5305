'use client'

import { ShieldAlert, ShieldCheck } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { TroubleNotice } from '@/components/forms/trouble-notice'
import { useDeskAction } from '@/components/forms/use-desk-action'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { DateTime } from '@/components/ui/date-time'
import { verifyAuditAction } from '@/lib/server/audit-log/actions'
import type { ChainView } from '@/lib/server/audit-log/views'

const rows = (count: number) => `${count.toLocaleString('en-US')} ${count === 1 ? 'row' : 'rows'}`

/** The integrity of the log: how far it is sealed, the last verification, and a button to verify. */
export function AuditChain({ chain }: { chain: ChainView }) {
  const router = useRouter()
  const { run, busy, trouble } = useDeskAction(verifyAuditAction, { unanswered: 'try-again' })
  const [said, setSaid] = useState('')
  const { verification } = chain
  const fault = verification?.fault ?? null
  const Icon = fault ? ShieldAlert : ShieldCheck

  async function verify() {
    setSaid('')
    const called = await run({})
    if (called?.ok)
      setSaid(called.data.fault ? 'Verification found a change.' : `Verified ${rows(called.data.seq)}.`)
    router.refresh()
  }

  return (
    <section aria-label="Seals" className="flex flex-col gap-2">
      <div className="flex flex-col justify-between gap-x-6 gap-y-2 rounded-lg sm:flex-row sm:items-center border border-line bg-surface px-4 py-2.5">
        <p className="flex min-w-0 items-start gap-2 text-sm">
          <Icon
            className={`mt-0.5 size-4 shrink-0 ${fault ? 'text-bad-ink' : 'text-good-ink'}`}
            aria-hidden="true"
          />
          <span>
            {chain.sealedAt ? (
              <>
                {rows(chain.seals)} sealed, the last <DateTime at={chain.sealedAt} />
                {chain.unsealed > 0 && `, ${chain.unsealed} to be sealed`}
              </>
            ) : (
              'No row is sealed yet'
            )}
            {verification ? (
              <>
                {' · '}verified <DateTime at={verification.at} />
                {!fault && `: ${rows(verification.seq)} unchanged`}
              </>
            ) : (
              ' · not verified yet'
            )}
            {chain.checkpoint && (
              <>
                {' · '}checkpoint <DateTime at={chain.checkpoint.at} />, key <code>{chain.keyId}</code>
              </>
            )}
          </span>
        </p>
        <div className="flex shrink-0 items-center gap-3">
          <p role="status" className="text-sm text-muted empty:sr-only">
            {said}
          </p>
          <Button size="small" busy={busy} onClick={() => void verify()}>
            Verify now
          </Button>
        </div>
      </div>
      {fault && (
        <Callout tone="bad" title="The audit log or its checkpoints were changed">
          {fault} Run <code>npm run audit:verify</code> on the server and keep a copy of the database.
        </Callout>
      )}
      {verification?.note && (
        <Callout tone="warn" title="Signing key changed">
          {verification.note}
        </Callout>
      )}
      {chain.problem && (
        <Callout tone="warn" title="Checkpoint problem">
          {chain.problem}
        </Callout>
      )}
      <TroubleNotice trouble={trouble} title="Couldn’t verify the log" />
    </section>
  )
}
