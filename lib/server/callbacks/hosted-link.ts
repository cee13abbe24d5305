import { randomBytes } from 'node:crypto'
import { ALL_CALLBACKS } from '@/lib/domain/callbacks/callback-list-query'
import { parseDecimal } from '@/lib/domain/values/decimal'
import { dollarText } from '@/lib/domain/values/money'
import { buildHostedPaymentLink } from '@/lib/partner/mapping/hosted-payment'
import { MAX_REFERENCE_LENGTH, wireHostedPaymentSchema } from '@/lib/partner/wire/hosted-payment'
import type { World } from '@/lib/server/world'
import { listCallbackPage } from './list'
import type { CallbackListItem, HostedLink, HostedLinkField, HostedLinkValues } from './views'

const FIELDS = ['profileId', 'amount', 'invoice', 'reference'] as const satisfies HostedLinkField[]

const WIRE_NAMES = {
  profileId: 'profile_id',
  amount: 'payment_amount',
  invoice: 'invoice_number',
  reference: 'client_reference_number',
} as const satisfies Record<HostedLinkField, string>

const TOO_LONG = `At most ${MAX_REFERENCE_LENGTH} characters, in one line.`

const PROBLEMS: Readonly<Record<HostedLinkField, string>> = {
  profileId: 'Choose one of our profiles.',
  amount: 'Enter dollars between 0.01 and 99,999,999.99, such as 125.00.',
  invoice: TOO_LONG,
  reference: TOO_LONG,
}

/**
 * The link to the hosted payment page with the four fields that are known of it (interface, "Hosted payment request
 * fields"), or what is wrong at which of them. The reference is needed here: by it the sale is known when it comes.
 */
export function makeHostedLink(
  { funding, hostedPaymentPage }: Pick<World, 'funding' | 'hostedPaymentPage'>,
  values: HostedLinkValues,
): HostedLink {
  const amountMinor = centsOf(values.amount)
  const parsed = wireHostedPaymentSchema.safeParse({
    profile_id: values.profileId,
    payment_amount: amountMinor === null ? values.amount : dollarText(amountMinor),
    invoice_number: values.invoice,
    client_reference_number: values.reference,
  })
  const wrong = new Set(parsed.error?.issues.map(({ path }) => path[0]))
  const problems: Partial<Record<HostedLinkField, string>> = {}
  for (const field of FIELDS) if (wrong.has(WIRE_NAMES[field])) problems[field] = PROBLEMS[field]
  if (!funding.profiles.some(({ profileId }) => profileId === values.profileId))
    problems.profileId = PROBLEMS.profileId
  if (amountMinor === null) problems.amount = PROBLEMS.amount
  if (values.reference === '')
    problems.reference = 'It is needed: by it the sale is known when it comes back.'
  if (Object.keys(problems).length > 0 || amountMinor === null || hostedPaymentPage === null)
    return { ok: false, problems }
  return {
    ok: true,
    link: buildHostedPaymentLink(hostedPaymentPage, {
      profileId: values.profileId,
      amountMinor,
      invoiceNumber: values.invoice,
      clientReferenceNumber: values.reference,
    }),
  }
}

/** `$1,250.5` → 125050; null for what is no amount of whole cents. */
function centsOf(typed: string): number | null {
  const units = typed.includes('%') ? null : parseDecimal(typed)
  return units === null || units <= 0n || units % 10_000n !== 0n || units >= 10n ** 14n
    ? null
    : Number(units / 10_000n)
}

/** Letters and digits that nobody takes for each other when they read them out. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** A reference that no sale has had: `PAY-7K3Q9F2MTX`, 50 bits of chance. */
export const proposeReference = (): string =>
  `PAY-${Array.from(randomBytes(10), (byte) => ALPHABET[byte % ALPHABET.length]).join('')}`

/**
 * The same for somebody who makes one now: a reference that a sale has had already is refused, because the new sale
 * could not be told from that one.
 */
export async function makeNewHostedLink(
  world: Pick<World, 'db' | 'funding' | 'hostedPaymentPage'>,
  values: HostedLinkValues,
): Promise<HostedLink> {
  const made = makeHostedLink(world, values)
  if (!made.ok) return made
  const [earlier] = await listSalesByReference(world, values)
  if (!earlier) return made
  const which = earlier.tranId === null ? `callback ${earlier.n}` : earlier.tranId
  return {
    ok: false,
    problems: { reference: `A sale with this reference came already: ${which}. Take another one.` },
  }
}

/** Every sale of the profile that came with exactly this reference, latest first; at most a page of the log. */
export async function listSalesByReference(
  { db }: Pick<World, 'db'>,
  { profileId, reference }: Pick<HostedLinkValues, 'profileId' | 'reference'>,
): Promise<CallbackListItem[]> {
  const { items } = await listCallbackPage(db, { ...ALL_CALLBACKS, search: reference, profileId })
  return items.filter(({ clientRefNumber }) => clientRefNumber === reference)
}
