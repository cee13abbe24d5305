'use client'

import { type ReactNode, useState } from 'react'
import { Option } from '@/components/forms/option'

/** Toggles the partner's name under each label inside. */
export function PartnerNames({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState(false)
  return (
    <div data-partner-names={shown || undefined} className="group/names flex flex-col gap-4">
      <div className="text-sm">
        <Option
          type="checkbox"
          checked={shown}
          onChange={({ target }) => setShown(target.checked)}
          label={<span className="text-sm">Show the partner’s field names</span>}
        />
      </div>
      {children}
    </div>
  )
}
