'use client'

import { Callout } from '@/components/ui/callout'
import { CopyableText } from '@/components/ui/copyable-text'

/** Shown only once. */
export const RecoveryCodes = ({ codes }: { codes: readonly string[] }) => (
  <div className="flex flex-col gap-4">
    <Callout tone="warn" title="Keep these recovery codes">
      They let you in when you lose your second factor. Each works once, and they are not shown again.
    </Callout>
    <CopyableText label="Recovery codes" text={codes.join('\n')} />
  </div>
)
