'use client'

import { RotateCw } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useTransition } from 'react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'

/** Replaces a page's content: a separate sandbox may be stopped, which is no error of the desk. */
export function SandboxUnreachable({ problem }: { problem: string }) {
  const router = useRouter()
  const [looking, startLooking] = useTransition()
  return (
    <Callout
      tone="warn"
      title="Couldn’t reach the sandbox"
      live="status"
      actions={
        <Button size="small" busy={looking} onClick={() => startLooking(() => router.refresh())}>
          <RotateCw aria-hidden="true" />
          Try again
        </Button>
      }
    >
      {problem}
    </Callout>
  )
}
