'use client'

import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { CopyableText } from '@/components/ui/copyable-text'

/** The posted body as text, folded until the person opens it. */
export function DeliveryBody({ n, body, isChanged }: { n: number; body: string; isChanged: boolean }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <details className="group mt-0.5" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="inline-flex min-h-6 items-center gap-1 rounded-sm text-sm text-muted hover:text-ink">
        <ChevronRight className="size-3.5 group-open:rotate-90" aria-hidden="true" />
        Body<span className="sr-only"> of delivery {n}</span>
        <span className="text-faint">
          {body.length.toLocaleString('en-US')} {body.length === 1 ? 'character' : 'characters'}
        </span>
      </summary>
      {isOpen && (
        <div className="py-2">
          <CopyableText
            label={`Body of delivery ${n}`}
            hint={isChanged ? 'As posted, without values that may not be stored.' : 'Exactly as posted.'}
            text={body}
          />
        </div>
      )}
    </details>
  )
}
