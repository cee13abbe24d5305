'use client'

import dynamic from 'next/dynamic'
import { useState } from 'react'
import { notLoaded } from '@/components/shell/not-loaded'
import { counted } from '@/lib/domain/values/counted'

const UnmatchedErrorTable = dynamic(() => import('./unmatched-error-table').catch(notLoaded), {
  loading: () => null,
})

/** The partner's errors for transactions that the request does not have. Loaded when it is first opened. */
export function UnmatchedErrors(props: { batchId: string; attemptId: string; count: number }) {
  const [opened, setOpened] = useState(false)
  const words = `${counted(props.count, 'error')} without a transaction in this request`
  return (
    <details onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}>
      <summary className="w-fit rounded-sm text-accent-ink underline">{words}</summary>
      {opened && <UnmatchedErrorTable {...props} words={words} />}
    </details>
  )
}
