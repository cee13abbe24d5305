import type { Problem } from '@/lib/domain/values/problem'
import { hasUnseen } from '@/lib/domain/values/unseen'
import { readAllowList } from './allow-list'

/** Where callbacks come in. `allowed` has networks, as `readAllowList` gives them. */
export type ReceiverSettings = { label: string; allowed: readonly string[] }
/** The same as an admin types it. */
export type TypedReceiver = { label: string; allowed: string }

/** For how long the keys that are there go on beside a new one, in hours. */
export const OVERLAP_HOURS = [0, 1, 24, 72] as const
export type OverlapHours = (typeof OVERLAP_HOURS)[number]

const MAX_LABEL = 80
/** contract.md, "The sandbox": a merchant id has at most so many characters. */
const MAX_MERCHANT_ID = 40

/** What is to be kept, once nothing is wrong with it; a problem's path is the name of what was typed. */
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

/** '' for the callbacks of a whole profile. */
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
