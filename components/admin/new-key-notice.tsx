'use client'

import { KeyRound } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { CopyableText } from '@/components/ui/copyable-text'
import { Panel } from '@/components/ui/panel'
import type { MadeKey } from '@/lib/server/callbacks/receivers/receivers'

/** `notes`: what happens to earlier keys, and whether an approval is needed, in words. */
export type NewKey = MadeKey & { label: string; notes: string | null }

/** Shows a key for the only time, with what to do with it. It is gone with the page. */
export function NewKeyNotice({
  made: { key, label, notes },
  address,
  onDone,
}: {
  made: NewKey
  address: string
  onDone: () => void
}) {
  const notice = useRef<HTMLElement>(null)
  useEffect(() => notice.current?.focus(), [])
  return (
    <section
      ref={notice}
      tabIndex={-1}
      aria-label={`The new address of ${label}`}
      className="focus-visible:outline-none"
    >
      <Panel
        className="border-good-line"
        title={
          <span className="flex items-center gap-2">
            <KeyRound className="size-4 shrink-0 text-good-ink" aria-hidden="true" />
            <span className="min-w-0 break-words">
              The new address of “<bdi>{label}</bdi>”, shown only once
            </span>
          </span>
        }
      >
        <div className="flex max-w-3xl flex-col items-start gap-3">
          <ol className="max-w-prose list-decimal ps-5 text-sm">
            <li>Copy the address. It contains the key, so share it only with the partner.</li>
            <li>
              In the partner’s service administration settings, under URL management, enter it as the response
              URL.
            </li>
            <li>After the next sale, check “Last used” next to the key.</li>
          </ol>
          <div className="w-full">
            <CopyableText
              label="Response URL"
              hint="The desk keeps no copy. If you lose it, create a new key."
              text={`${address}/${key}`}
            />
          </div>
          {notes !== null && <p className="text-sm">{notes}</p>}
          <Button onClick={onDone}>Done</Button>
        </div>
      </Panel>
    </section>
  )
}
