import type { AnyDraft } from '@/lib/domain/application/draft'
import { cleanValue } from '@/lib/domain/application/fields'
import { merchantSchema } from '@/lib/domain/application/sections'
import { percentOf, shownAt } from './case-values'
import type { SignalRule } from './signal'

/** An online business sells on a website, which the networks want reviewed before the first sale. */
function sellsOnline({ merchant, options }: AnyDraft): boolean {
  return (
    /e-?commerce|internet|online/i.test(`${merchant.industry} ${merchant.locationType}`) ||
    ('internetPercent' in options && (percentOf(options.internetPercent) ?? 0n) > 0n)
  )
}

/**
 * Only the website shows what an online business sells: terms, prices, refund policy, and whether it matches the
 * application.
 */
export const websiteMissing: SignalRule = ({ draft }) => {
  if (!sellsOnline(draft) || draft.merchant.website.trim() !== '') return []
  const { options } = draft
  return [
    {
      code: 'website-missing',
      weight: 'concern',
      title: 'It sells online but names no website',
      why: 'Products, prices and terms cannot be checked without the shop. Ask for its address, even if it is not open yet.',
      values: [
        'merchant.website',
        'merchant.industry',
        'merchant.locationType',
        ...('internetPercent' in options ? ['options.internetPercent'] : []),
      ].map((path) => shownAt(draft, path)),
    },
  ]
}

/** Anyone can get an address at these providers within a minute. */
const FREE_MAIL: ReadonlySet<string> = new Set([
  'aol.com',
  'att.net',
  'comcast.net',
  'gmail.com',
  'gmx.com',
  'googlemail.com',
  'hotmail.com',
  'icloud.com',
  'live.com',
  'mail.com',
  'me.com',
  'msn.com',
  'outlook.com',
  'proton.me',
  'protonmail.com',
  'sbcglobal.net',
  'verizon.net',
  'yahoo.com',
  'ymail.com',
])

/**
 * The owner of a website usually has email at its domain. Another domain may mean that the website is someone
 * else's.
 */
export const emailIsNotOfTheWebsite: SignalRule = ({ draft }) => {
  const site = hostOf(draft.merchant.website)
  const mail = mailHostOf(draft.merchant.email)
  if (site === null || mail === null || isWithin(site, mail) || isWithin(mail, site)) return []
  const isFree = FREE_MAIL.has(mail)
  return [
    {
      code: 'email-domain',
      weight: 'note',
      title: isFree
        ? 'The business has a website but uses a free email address'
        : 'Email address and website have different domains',
      why: 'The email address does not prove that the website belongs to the applicant. Contact the address or number on the website.',
      values: ['merchant.email', 'merchant.website'].map((path) => shownAt(draft, path)),
    },
  ]
}

const isWithin = (host: string, domain: string): boolean => host === domain || host.endsWith(`.${domain}`)

function hostOf(website: string): string | null {
  const address = cleanValue(merchantSchema.shape.website, website)
  return address !== null && URL.canParse(address) ? new URL(address).hostname.replace(/^www\./, '') : null
}

const mailHostOf = (email: string): string | null =>
  cleanValue(merchantSchema.shape.email, email)?.split('@').at(-1)?.toLowerCase() ?? null

export const ONLINE_RULES: readonly SignalRule[] = [websiteMissing, emailIsNotOfTheWebsite]
