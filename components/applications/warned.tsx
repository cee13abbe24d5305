import { TriangleAlert } from 'lucide-react'
import { Option } from '@/components/forms/option'
import { Link } from '@/components/ui/link'
import { counted } from '@/lib/domain/values/counted'
import { isHeldBack } from '@/lib/domain/values/violation'
import { fieldAddress } from './review-step-links'

/**
 * A warning that an application would be sent with. `isSlip`: the value is certainly wrong, and sending needs a
 * confirmation.
 */
export type Warning = { path: string; words: string; isSlip: boolean }

export const isHeld = (warnings: readonly Warning[], isAsItIs: boolean): boolean =>
  isHeldBack(
    warnings.filter(({ isSlip }) => isSlip),
    isAsItIs,
  )

/** The warnings above the button that sends, and the checkbox that confirms a value that is certainly wrong. */
export function Warned({
  applicationId,
  warnings,
  label,
  isAsItIs,
  onAsItIs,
}: {
  applicationId: string
  warnings: readonly Warning[]
  /** The checkbox's label. */
  label: string
  isAsItIs: boolean
  onAsItIs: (isAsItIs: boolean) => void
}) {
  if (warnings.length === 0) return null
  const slips = warnings.filter(({ isSlip }) => isSlip)
  return (
    <div className="flex flex-col gap-1.5">
      <p className="font-medium">{counted(warnings.length, 'warning')}</p>
      <ul className="flex max-h-60 flex-col gap-1 overflow-y-auto rounded-md border border-line px-2.5 py-2 text-sm text-warn-ink wrap-anywhere">
        {[...slips, ...warnings.filter(({ isSlip }) => !isSlip)].map(({ path, words, isSlip }) => (
          <li key={`${path} ${words}`}>
            {isSlip && (
              <TriangleAlert className="me-1.5 inline size-3.5 align-[-0.125rem]" aria-hidden="true" />
            )}
            <Link href={fieldAddress(applicationId, path)} className="underline">
              {words}
            </Link>
          </li>
        ))}
      </ul>
      {slips.length > 0 && (
        <Option
          type="checkbox"
          label={label}
          checked={isAsItIs}
          onChange={({ target }) => onAsItIs(target.checked)}
        />
      )}
    </div>
  )
}
