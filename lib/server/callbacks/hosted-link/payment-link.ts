import { randomBytes } from 'node:crypto'
import { and, desc, eq, lt } from 'drizzle-orm'
import type { DbOrTx } from '@/lib/db/client'
import { callbackEvents, paymentLinks } from '@/lib/db/schema/callbacks'
import { users } from '@/lib/db/schema/people'
import { callbackList } from '@/lib/domain/callbacks/callback-list-query'
import { paymentLinkState, readLinkAmount } from '@/lib/domain/callbacks/payment-link'
import { hasCardNumber } from '@/lib/domain/values/card-number'
import { exactCents } from '@/lib/domain/values/money'
import { buildHostedPaymentLink } from '@/lib/partner/mapping/hosted-payment'
import { MAX_REFERENCE_LENGTH, wireHostedPaymentSchema } from '@/lib/partner/wire/hosted-payment'
import { recordBy } from '@/lib/server/audit'
import { isPaymentOf } from '@/lib/server/callbacks/log/known-links'
import { type LogDesk, listCallbackPage } from '@/lib/server/callbacks/log/list'
import type { CallbackListItem } from '@/lib/server/callbacks/log/views'
import { sanitizeText } from '@/lib/server/sanitize-text'
import type { Ctx, Services } from '@/lib/server/services'
import type {
  MadePaymentLink,
  PaymentLinkField,
  PaymentLinkItem,
  PaymentLinkPage,
  PaymentLinkValues,
} from './views'

const FIELDS = ['profileId', 'amount', 'invoice', 'reference'] as const satisfies PaymentLinkField[]

const WIRE_NAMES = {
  profileId: 'profile_id',
  amount: 'payment_amount',
  invoice: 'invoice_number',
  reference: 'client_reference_number',
} as const satisfies Record<PaymentLinkField, string>

const TOO_LONG = `At most ${MAX_REFERENCE_LENGTH} characters, in one line.`

const CARD_NUMBER = 'This looks like a card number. Enter an invoice or reference number instead.'

const PROBLEMS: Readonly<Record<PaymentLinkField, string>> = {
  profileId: 'Choose one of our profiles.',
  amount: 'Enter dollars between 0.01 and 99,999,999.99, with a point before the cents, such as 125.00.',
  invoice: TOO_LONG,
  reference: TOO_LONG,
}

/** A valid link; `amountMinor` is in cents. */
type Built = { amountMinor: number; link: string }
type Problems = Partial<Record<PaymentLinkField, string>>

/**
 * Builds a link to the hosted payment page from the four known fields (interface, "Hosted payment request fields"),
 * or says what is wrong with which field. Without a reference, a sale cannot be matched to its link.
 */
export function buildPaymentLink(
  { funding, hostedPaymentPage }: Pick<Services, 'funding' | 'hostedPaymentPage'>,
  values: PaymentLinkValues,
): ({ ok: true } & Built) | { ok: false; problems: Problems } {
  const amountMinor = readLinkAmount(values.amount)
  const parsed = wireHostedPaymentSchema.safeParse({
    profile_id: values.profileId,
    payment_amount: amountMinor === null ? values.amount : exactCents(amountMinor),
    invoice_number: values.invoice,
    client_reference_number: values.reference,
  })
  const wrong = new Set(parsed.error?.issues.map(({ path }) => path[0]))
  const problems: Problems = {}
  for (const field of FIELDS) if (wrong.has(WIRE_NAMES[field])) problems[field] = PROBLEMS[field]
  if (!funding.profiles.some(({ profileId }) => profileId === values.profileId))
    problems.profileId = PROBLEMS.profileId
  if (amountMinor === null) problems.amount = PROBLEMS.amount
  for (const field of ['invoice', 'reference'] as const)
    if (hasCardNumber(values[field])) problems[field] = CARD_NUMBER
  if (Object.keys(problems).length > 0 || amountMinor === null || hostedPaymentPage === null)
    return { ok: false, problems }
  const link = buildHostedPaymentLink(hostedPaymentPage, {
    profileId: values.profileId,
    amountMinor,
    invoiceNumber: values.invoice,
    clientReferenceNumber: values.reference,
  })
  return { ok: true, amountMinor, link }
}

/** Letters and digits that people do not confuse when they read them aloud. */
const ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** A reference that no sale has used: `PAY-7K3Q9F2MTX`, with 50 random bits. */
export const proposeReference = (): string =>
  `PAY-${Array.from(randomBytes(10), (byte) => ALPHABET[byte % ALPHABET.length]).join('')}`

/**
 * Creates and stores a link. A reference is optional (interface, "Hosted payment request fields") but must be new:
 * one that a stored link or a sale of the profile already has is refused, because the new sale could not be told
 * apart.
 */
export async function makePaymentLink(ctx: Ctx, values: PaymentLinkValues): Promise<MadePaymentLink> {
  const built = buildPaymentLink(ctx, values)
  if (!built.ok) return { ...built, earlier: null }
  const { profileId, invoice, reference } = values
  return ctx.db.transaction(async (tx): Promise<MadePaymentLink> => {
    const earlier = reference === '' ? null : await findLinkBy(tx, values)
    if (earlier !== null) return linkExists(earlier)
    const [sale] = reference === '' ? [] : await listSalesByReference({ ...ctx, db: tx }, values)
    if (sale) {
      const which = sale.tranId === null ? `callback ${sale.n}` : sale.tranId
      return taken(`A sale came with this reference: ${which}. Use a new reference.`, null)
    }
    const [made] = await tx
      .insert(paymentLinks)
      .values({
        profileId,
        amountMinor: built.amountMinor,
        invoiceNumber: invoice,
        reference,
        link: built.link,
        createdBy: ctx.actor.id,
        createdAt: ctx.now(),
      })
      .onConflictDoNothing()
      .returning({ n: paymentLinks.n })
    // Someone else created it first.
    if (!made) return linkExists(await findLinkBy(tx, values))
    await recordBy(ctx, tx, {
      action: 'payment-link-made',
      subject: ['payment-link', String(made.n)],
      detail: sanitizeText({ profileId, amountMinor: built.amountMinor, invoiceNumber: invoice, reference }),
    })
    return { ok: true, n: made.n }
  })
}

async function findLinkBy(
  db: DbOrTx,
  { profileId, reference }: Pick<PaymentLinkValues, 'profileId' | 'reference'>,
): Promise<number | null> {
  const [link] = await db
    .select({ n: paymentLinks.n })
    .from(paymentLinks)
    .where(and(eq(paymentLinks.profileId, profileId), eq(paymentLinks.reference, reference)))
  return link?.n ?? null
}

const linkExists = (earlier: number | null): MadePaymentLink =>
  taken('A payment link with this reference exists. Open it, or use a new reference.', earlier)

const taken = (reference: string, earlier: number | null): MadePaymentLink => ({
  ok: false,
  problems: { reference },
  earlier,
})

/** All sales of the profile with exactly this reference, latest first; at most one page of the log. */
export async function listSalesByReference(
  desk: LogDesk,
  { profileId, reference }: Pick<PaymentLinkValues, 'profileId' | 'reference'>,
): Promise<CallbackListItem[]> {
  const { items } = await listCallbackPage(desk, { ...callbackList.all, search: reference, profileId })
  return items.filter(({ clientRefNumber }) => clientRefNumber === reference)
}

/** Links per page. */
export const PAYMENT_LINK_PAGE = 20

/** A page of links before number `before`, latest first, each with its sales. */
export async function listPaymentLinks(db: DbOrTx, before: number | null): Promise<PaymentLinkPage> {
  const rows = await selectLinks(db)
    .where(before === null ? undefined : lt(paymentLinks.n, before))
    .orderBy(desc(paymentLinks.n))
    .limit(PAYMENT_LINK_PAGE + 1)
  const items = await withSales(db, rows.slice(0, PAYMENT_LINK_PAGE))
  return { items, older: rows.length > PAYMENT_LINK_PAGE ? (items.at(-1)?.n ?? null) : null }
}

/** One link by its number; null if there is none. */
export async function getPaymentLink(db: DbOrTx, n: number): Promise<PaymentLinkItem | null> {
  const [link] = await withSales(db, await selectLinks(db).where(eq(paymentLinks.n, n)))
  return link ?? null
}

const selectLinks = (db: DbOrTx) =>
  db
    .select({ link: paymentLinks, by: users.name })
    .from(paymentLinks)
    .innerJoin(users, eq(users.id, paymentLinks.createdBy))
    .$dynamic()

async function withSales(
  db: DbOrTx,
  rows: Awaited<ReturnType<typeof selectLinks>>,
): Promise<PaymentLinkItem[]> {
  if (rows.length === 0) return []
  const { n, linkN, tranId, amountMinor, amountText, currencyCode } = callbackEvents
  const sales = await db
    .select({ n, linkN, tranId, amountMinor, amountText, currencyCode })
    .from(callbackEvents)
    .where(isPaymentOf(rows.map(({ link }) => link.n)))
    .orderBy(desc(n))
  const byLink = Map.groupBy(sales, (sale) => sale.linkN)
  return rows.map(({ link: { createdBy: _, createdAt, ...link }, by }) => {
    const own = byLink.get(link.n) ?? []
    return {
      ...link,
      by,
      createdAt: createdAt.toISOString(),
      state: paymentLinkState(link.amountMinor, own),
      sales: own.map(({ linkN: _, ...sale }) => sale),
    }
  })
}
