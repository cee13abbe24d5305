import type { Problem } from '@/lib/domain/values/problem'
import { hasUnseen } from '@/lib/domain/values/unseen'
import { readAllowList } from './allow-list'

/** A receiver of callbacks. `allowed`: networks, as `readAllowList` returns them. */
export type ReceiverSettings = { label: string; allowed: readonly string[] }
/** The same as an admin types it. */
export type TypedReceiver = { label: string; allowed: string }

/** How many hours the current keys stay valid beside a new one. */
export const OVERLAP_HOURS = [0, 1, 24, 72] as const
export type OverlapHours = (typeof OVERLAP_HOURS)[number]

const MAX_LABEL = 80
/** The maximum length of a merchant ID (contract.md, "The sandbox"). */
const MAX_MERCHANT_ID = 40

/** The values to store if nothing is wrong. A problem's path is the name of the typed field. */
export function readReceiver(typed: TypedReceiver): {
  settings: ReceiverSettings | null
  problems: Problem[]
} {
  const label = typed.label.trim().replace(/\s+/g, ' ')
  const { networks, problems: refused } = readAllowList(typed.allowed)
  const problems = [...labelProblems(label), ...refused]
  return { settings: problems.length > 0 ? null : { label, allowed: networks }, problems }
}

function labelProblems(label: string): Problem[] {
  if (label === '') return [{ path: 'label', message: 'Enter a name.' }]
  if (label.length > MAX_LABEL)
    return [
      { path: 'label', message: `A name has at most ${MAX_LABEL} characters; this has ${label.length}.` },
    ]
  if (hasUnseen(label)) return [{ path: 'label', message: 'This has an invisible character. Type it again.' }]
  return []
}

/** '' means callbacks of a whole profile. */
export function readMerchantId(typed: string): { merchantId: string; problems: Problem[] } {
  const merchantId = typed.trim()
  const isLong = merchantId.length > MAX_MERCHANT_ID
  const problems =
    isLong || /\s/.test(merchantId) || hasUnseen(merchantId)
      ? [
          {
            path: 'merchantId',
            message: isLong
              ? `A merchant ID has at most ${MAX_MERCHANT_ID} characters; this has ${merchantId.length}.`
              : 'A merchant ID has no spaces or invisible characters. Type it again.',
          },
        ]
      : []
  return { merchantId, problems }
}
