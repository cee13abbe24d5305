'use client'

import { useEffect, useEffectEvent, useState } from 'react'
import { type Trouble, troubleWords } from '@/components/forms/action-answer'
import { TroubleNotice } from '@/components/forms/trouble-notice'
import { useDeskAction } from '@/components/forms/use-desk-action'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Description, DescriptionList } from '@/components/ui/description-list'
import { Dialog } from '@/components/ui/dialog'
import { ProgressBar } from '@/components/ui/progress-bar'
import type { ApplicationKind } from '@/lib/domain/application/kind'
import type { CopyPreview } from '@/lib/server/applications/copy'
import { previewCopyAction } from '@/lib/server/applications/start-actions'
import { A_KIND } from './start-words'

/** Shows what a draft of the other kind would leave out before it is created. */
export function OtherKindDialog({
  applicationId,
  kind,
  open,
  trouble,
  busy,
  onClose,
  onStart,
}: {
  applicationId: string
  kind: ApplicationKind
  open: boolean
  trouble: Trouble | null
  busy: boolean
  onClose: () => void
  onStart: () => void
}) {
  const { preview, trouble: unseen, ask } = usePreview(applicationId, kind, open)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="medium"
      title={`Start ${A_KIND[kind]}`}
      description="A new draft with the values that both kinds have. This application stays as it is; its documents and record IDs stay with it."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={busy} disabled={!preview} onClick={onStart}>
            Start it
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        <TroubleNotice trouble={trouble} title="It was not started" />
        {unseen ? (
          <Callout
            tone="bad"
            live="alert"
            title="What would not go over is not known"
            actions={
              <Button size="small" onClick={() => void ask()}>
                Try again
              </Button>
            }
          >
            {troubleWords(unseen)}
          </Callout>
        ) : preview ? (
          <Preview preview={preview} />
        ) : (
          <div className="py-6">
            <ProgressBar label="Comparing the two kinds" />
          </div>
        )}
      </div>
    </Dialog>
  )
}

function Preview({ preview: { leftOut, asked } }: { preview: CopyPreview }) {
  return (
    <>
      {leftOut.length === 0 ? (
        <Callout tone="good" title="Every value goes over">
          {asked.length === 0 && 'Nothing is left out, and nothing more is asked for.'}
        </Callout>
      ) : (
        <section aria-labelledby="left-out">
          <h3 id="left-out" className="font-semibold">
            {leftOut.length === 1 ? 'One value does' : `${leftOut.length} values do`} not go over
          </h3>
          <p className="mt-0.5 text-sm text-muted">
            The new draft keeps this list, so that nothing has to be written down.
          </p>
          <DescriptionList>
            {leftOut.map(({ label, text }) => (
              <Description key={label} term={label}>
                <bdi className="line-clamp-3 whitespace-pre-line">{text}</bdi>
              </Description>
            ))}
          </DescriptionList>
        </section>
      )}
      {asked.length > 0 && (
        <section aria-labelledby="asked">
          <h3 id="asked" className="font-semibold">
            To be answered in the new draft
          </h3>
          <p className="mt-0.5 text-sm text-muted">
            The two kinds differ here, and only a person can tell which is right.
          </p>
          <ul className="mt-1 list-disc ps-5">
            {asked.map((label) => (
              <li key={label}>{label}</li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

/** Loaded each time the dialog opens, because the application may have changed. */
function usePreview(applicationId: string, kind: ApplicationKind, open: boolean) {
  const [preview, setPreview] = useState<CopyPreview | null>(null)
  const { run, trouble } = useDeskAction(previewCopyAction, { unanswered: 'try-again' })
  const ask = useEffectEvent(async () => {
    const called = await run({ applicationId, kind })
    if (called?.ok) setPreview(called.data)
  })
  useEffect(() => {
    if (!open) return
    setPreview(null)
    void ask()
  }, [open])
  return { preview, trouble, ask }
}
