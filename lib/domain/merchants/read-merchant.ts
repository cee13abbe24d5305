import type { Problem } from '@/lib/domain/values/problem'
import { hasUnseen } from '@/lib/domain/values/unseen'
import { checkDefaultSplit, normalSplit } from './default-split'
import type { NamedMerchant } from './look-alike'
import { MERCHANT_STATES, type MerchantState, type MerchantTerms, type StoredShare } from './merchant'
import { merchantIdProblem } from './merchant-id'

/** A merchant as typed in a form or a row of a file. */
export type TypedMerchant = {
  merchantId: string
  name: string
  state: string
  split: readonly StoredShare[]
}

/** The part of the directory that the checks need. */
export type KnownMerchants = {
  has(merchantId: string): boolean
  /** For suggesting the ID that was meant. */
  ids: Iterable<string>
  /** For warnings about similar merchants. */
  all?: Iterable<NamedMerchant>
}

const MAX_MERCHANT_NAME = 120

/**
 * The merchant to store, if it has no problems. Problems are at `merchantId`, `name`, `state`, `split` or `split.2`.
 * `applicationId` comes from the page and is not typed.
 */
export function readMerchant(
  typed: TypedMerchant,
  applicationId: string | null,
  known: KnownMerchants,
): { merchantId: string; terms: MerchantTerms; problems: Problem[] } {
  const merchantId = typed.merchantId.trim()
  const name = typed.name.trim().replace(/\s+/g, ' ')
  const state = stateOf(typed.state)
  const split = normalSplit(merchantId, typed.split)
  const idProblem = merchantIdProblem(merchantId)
  const nameProblem = problemOfName(name)
  return {
    merchantId,
    terms: { name, applicationId, state: state ?? 'active', split },
    problems: [
      ...(idProblem === null ? [] : [{ path: 'merchantId', message: idProblem }]),
      ...(nameProblem === null ? [] : [{ path: 'name', message: nameProblem }]),
      ...(state === null ? [{ path: 'state', message: 'Choose active, paused or closed.' }] : []),
      ...checkDefaultSplit(merchantId, split, (payee) => known.has(payee), known.ids).map(
        ({ index, message }) => ({ path: index === null ? 'split' : `split.${index}`, message }),
      ),
    ],
  }
}

const stateOf = (text: string): MerchantState | null => {
  const wanted = text.trim().toLowerCase()
  return MERCHANT_STATES.find((state) => state === wanted) ?? null
}

function problemOfName(name: string): string | null {
  if (name === '') return 'Enter the name by which people know this merchant.'
  if (name.length > MAX_MERCHANT_NAME)
    return `A name has at most ${MAX_MERCHANT_NAME} characters; this has ${name.length}.`
  return hasUnseen(name)
    ? 'The name holds a character that cannot be seen. Type it instead of copying it.'
    : null
}
