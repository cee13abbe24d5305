'use client'

import { Check, X } from 'lucide-react'
import dynamic from 'next/dynamic'
import { useEffect, useRef, useState } from 'react'
import { troubleWords } from '@/components/forms/action-answer'
import { usePromptAction } from '@/components/forms/use-prompt-action'
import type { TakeBack } from '@/components/forms/use-shown-early'
import { notLoaded } from '@/components/shell/not-loaded'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { canChangeDocument } from '@/lib/domain/documents/delivery-state'
import type { DocumentItem } from '@/lib/server/documents/data'
import { judgeDocumentAction } from '@/lib/server/underwriting/actions'
import { useAsks } from './case-asks'

const RejectDialog = dynamic(() => import('./reject-dialog').catch(notLoaded), { loading: () => null })

export type JudgedDocument = Pick<
  DocumentItem,
  'id' | 'name' | 'sha256' | 'decision' | 'acceptedBy' | 'delivery'
>

/** The verdict on a document, in a word. */
export function VerdictBadge({ decision }: Pick<JudgedDocument, 'decision'>) {
  if (!decision) return null
  return decision.verdict === 'accepted' ? (
    <Badge tone="good">Accepted</Badge>
  ) : (
    <Badge tone="bad">Rejected</Badge>
  )
}

/**
 * The verdict on a document, and buttons to change it. `ask`: the place to request a replacement for after a
 * rejection.
 */
export function DocumentVerdict({
  applicationId,
  document: { id, name, sha256, decision, acceptedBy, delivery },
  isNamed,
  ask,
  me,
  showAtOnce,
  whenOpened,
  onAccepted,
}: {
  applicationId: string
  document: JudgedDocument
  /** Whether several are shown, so that each needs its document's name. */
  isNamed: boolean
  ask: { place: string; label: string }
  me: string
  showAtOnce: (said: Pick<JudgedDocument, 'id' | 'decision' | 'acceptedBy'>) => TakeBack
  /** Pressing a button here may be what opens the document; the desk has to store that first. */
  whenOpened: (id: string) => Promise<void>
  onAccepted: () => void
}) {
  const { asks, change } = useAsks()
  const { press, busy, trouble } = usePromptAction(showAtOnce)
  const [rejects, setRejects] = useState(false)
  // If this person cannot decide now, the verdict is still shown.
  const mayJudge = asks !== null
  const isAccepted = acceptedBy.includes(me)
  const isRejected = decision?.verdict === 'rejected' && decision.byId === me
  const of = { applicationId, documentId: id, sha256 }

  // The pressed button disappears. The focus moves to the one that undoes it, or else to the one that repeats it.
  const buttons = useRef<HTMLSpanElement>(null)
  const isSaid = isAccepted || isRejected
  const pressed = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a button goes at the press, or where it is taken back
  useEffect(() => {
    if (!pressed.current || document.activeElement !== document.body) return
    const all = buttons.current?.querySelectorAll('button')
    all?.[isSaid ? all.length - 1 : 0]?.focus()
  }, [busy, isSaid, rejects])

  /** Withdraws the draft request that the rejection added. */
  function withdrawAsk() {
    if (decision?.verdict !== 'rejected') return
    change((list) => list.filter(({ place, note }) => place !== ask.place || note !== decision.reason))
  }
  /**
   * This person's own verdict. If it is withdrawn, earlier verdicts of others count again, which only the desk
   * knows.
   */
  const said = (verdict: 'accepted' | 'rejected' | 'open', reason = '') => ({
    id,
    decision: verdict === 'open' ? null : { verdict, reason, by: '', byId: me, at: '' },
    acceptedBy: [...acceptedBy.filter((by) => by !== me), ...(verdict === 'accepted' ? [me] : [])],
  })
  async function say(verdict: 'accepted' | 'open') {
    pressed.current = true
    const called = await press(said(verdict), async () => {
      await whenOpened(id)
      return judgeDocumentAction({ ...of, verdict })
    })
    if (!called?.ok) return
    withdrawAsk()
    if (verdict === 'accepted') onAccepted()
  }
  async function reject(reason: string) {
    pressed.current = true
    const called = await press(said('rejected', reason), () =>
      judgeDocumentAction({ ...of, verdict: 'rejected', reason }),
    )
    if (!called?.ok) return
    setRejects(false)
    change((list) =>
      list.some(({ place, note }) => place === ask.place && note.trim() !== '')
        ? list
        : [...list.filter(({ place }) => place !== ask.place), { ...ask, note: reason }],
    )
  }
  if (!mayJudge && !decision && !isNamed) return null
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm">
      {isNamed && (
        <h3 className="min-w-0 flex-1 basis-40 truncate font-medium" title={name}>
          <bdi>{name}</bdi>
        </h3>
      )}
      {decision && (
        <p className="min-w-0 flex-1 basis-40 break-words">
          <VerdictBadge decision={decision} />{' '}
          <span className="text-muted">
            by <bdi>{decision.byId === me ? 'you' : decision.by}</bdi>
          </span>
          {decision.reason !== '' && (
            <>
              : <bdi>{decision.reason}</bdi>
            </>
          )}
          {decision.verdict === 'rejected' && (
            <span className="text-muted">
              {' '}
              · {canChangeDocument(delivery) ? 'Not sent to the partner' : 'Sent to the partner before'}
            </span>
          )}
        </p>
      )}
      {mayJudge && (
        <span ref={buttons} className="flex flex-wrap gap-1.5">
          {!isAccepted && (
            <Button
              size="small"
              busy={busy}
              aria-label={`Accept ${name}`}
              onClick={() => void say('accepted')}
            >
              <Check aria-hidden="true" />
              Accept
            </Button>
          )}
          {!isRejected && (
            <Button
              size="small"
              variant="ghost"
              aria-label={`Reject ${name}`}
              onClick={() => setRejects(true)}
            >
              <X aria-hidden="true" />
              Reject…
            </Button>
          )}
          {isSaid && (
            <Button
              size="small"
              variant="ghost"
              busy={busy}
              aria-label={`Undo your decision on ${name}`}
              onClick={() => void say('open')}
            >
              Undo
            </Button>
          )}
        </span>
      )}
      {trouble && !rejects && (
        <p role="alert" className="basis-full break-words text-bad-ink">
          {troubleWords(trouble)}
        </p>
      )}
      {rejects && (
        <RejectDialog
          name={name}
          isSent={!canChangeDocument(delivery)}
          isAsked={!busy}
          trouble={trouble}
          onClose={() => setRejects(false)}
          reject={(reason) => void reject(reason)}
        />
      )}
    </div>
  )
}
