import { CARD_VOLUME } from '@/lib/domain/application/check'
import { fieldName, fieldOfEither } from '@/lib/domain/application/either-fields'
import { lowerFirst } from '@/lib/domain/application/field'
import { PRINCIPAL_SHARE_TEXT } from '@/lib/domain/application/principal-share'
import { isBlocking, type Violation } from '@/lib/domain/values/violation'
import { shownAt } from './case-values'
import type { Signal, SignalRule } from './signal'

/** How a kind of warning reads to an underwriter. The first reading whose `speaksOf` matches takes the warning. */
type Reading = {
  speaksOf: (warning: Violation) => boolean
  signalOf: (warning: Violation) => Pick<Signal, 'code' | 'weight' | 'title' | 'why'>
}

const fieldNameOf = ({ path }: Violation): string => path.split('.').at(-1) ?? ''

const fieldIn = (warning: Violation) => fieldOfEither(warning.path.split('.')[0] ?? '', fieldNameOf(warning))

/** Bookkeepers and agents use their own for many merchants. */
const isContactDetail = (warning: Violation): boolean =>
  ['email', 'phone'].includes(fieldIn(warning)?.meta.kind ?? '')

function sharedTitle(who: string, warning: Violation): string {
  const as = warning.about?.[0]?.as
  if (as === 'ssn') return `${who} has this tax ID as a person’s SSN`
  return as === 'taxId'
    ? `${who} has this SSN as its federal tax ID`
    : `${who} has the same ${labelIn(warning)}`
}

/** A declined applicant may return as another merchant, with the same owner or bank account. */
const declinedIdentity: Reading = {
  speaksOf: ({ about }) => about?.some(({ declined }) => declined) === true,
  signalOf: (warning) => ({
    code: 'declined-identity',
    weight: isContactDetail(warning) ? 'concern' : 'serious',
    title: sharedTitle('A declined application', warning),
    why: `${warning.message} It does not block a decision: the two may have little to do with each other.`,
  }),
}

/** One owner with two shops is usual; so is a declined merchant trying again under another name. */
const sameIdentity: Reading = {
  speaksOf: ({ about }) => about !== undefined && about.length > 0,
  signalOf: (warning) => ({
    code: 'same-identity',
    weight: isContactDetail(warning) ? 'note' : 'concern',
    title: sharedTitle('Another application', warning),
    why: `${warning.message} Open the other application, and see what was decided about it.`,
  }),
}

/** One number for two people: someone is invented or was entered twice. */
const sameWithin: Reading = {
  speaksOf: (warning) =>
    warning.code === 'shared-ssn' ||
    (warning.code === 'duplicate' && fieldNameOf(warning) === 'accountNumber'),
  signalOf: (warning) => ({
    code: 'same-within',
    weight: warning.code === 'shared-ssn' ? 'serious' : 'note',
    title: `The same ${labelIn(warning)} is entered twice`,
    why:
      warning.code === 'shared-ssn'
        ? 'One of these people has another number, is invented or is entered twice.'
        : warning.message,
  }),
}

/** An address that does not exist was mistyped or invented. */
const zipElsewhere: Reading = {
  speaksOf: (warning) => warning.code === 'implausible' && /postalCode$/i.test(fieldNameOf(warning)),
  signalOf: (warning) => ({
    code: 'zip-elsewhere',
    weight: 'concern',
    title: `The ${labelIn(warning)} is in another state`,
    why: `${warning.message} No such address exists.`,
  }),
}

/** A trust or company cannot answer for a business: the people behind it must be identified. */
const entityAsOwner: Reading = {
  speaksOf: ({ code }) => code === 'entity',
  signalOf: (warning) => ({
    code: 'entity-as-owner',
    weight: 'concern',
    title:
      fieldNameOf(warning) === 'ssn'
        ? 'An SSN is written like an EIN'
        : 'A trust or a company is entered as a person',
    why: `${warning.message} Request the people behind it: everyone who owns ${PRINCIPAL_SHARE_TEXT} or more through it must be identified.`,
  }),
}

const livesAbroad: Reading = {
  speaksOf: ({ code }) => code === 'abroad',
  signalOf: ({ message }) => ({
    code: 'owner-abroad',
    weight: 'concern',
    title: 'A home address looks foreign',
    why: `${message} The US state and ZIP code beside it may be made up.`,
  }),
}

/** Payouts to it fail, or reach whoever has that account number. */
const routingAsAccount: Reading = {
  speaksOf: (warning) => warning.code === 'mismatch' && fieldNameOf(warning) === 'accountNumber',
  signalOf: () => ({
    code: 'account-number',
    weight: 'concern',
    title: 'The account number is the routing number',
    why: 'One of the two was typed for both. Compare them with the voided check: nothing can be paid to this account.',
  }),
}

/** A wrong check digit is a slip of the hand, or an account that someone made up. */
const routingNumber: Reading = {
  speaksOf: ({ code }) => code === 'check-digit',
  signalOf: ({ message }) => ({
    code: 'routing-number',
    weight: 'concern',
    title: 'The routing number cannot be right',
    why: `${message} No bank uses it, so nothing can be paid out.`,
  }),
}

/**
 * Shares that do not add up to 100 percent were guessed, including the card-not-present share that the risk depends
 * on.
 */
const channelMix: Reading = {
  speaksOf: ({ path }) => path === 'options.swipedPercent',
  signalOf: ({ message }) => ({
    code: 'channel-mix',
    weight: 'note',
    title: 'The channels do not add up',
    why: `${message} The card-not-present share is unknown.`,
  }),
}

/** A minor cannot be held to the agreement; a very old owner may be a borrowed name. */
const ownerAge: Reading = {
  speaksOf: (warning) => fieldNameOf(warning) === 'dateOfBirth',
  signalOf: ({ message }) => ({
    code: 'owner-age',
    weight: 'serious',
    title: 'A date of birth is implausible',
    why: `${message} Compare it with the photo ID. Signers must be of legal age.`,
  }),
}

/** Invented people have numbers that were never issued. An ITIN also begins with 9 and is real. */
const impossibleIdentity: Reading = {
  speaksOf: (warning) => ['ssn', 'taxId'].includes(fieldNameOf(warning)),
  signalOf: (warning) => ({
    code: 'impossible-identity',
    weight: 'concern',
    title: `A ${labelIn(warning)} has a format that is never issued`,
    why: `${warning.message} An individual taxpayer number (ITIN) begins with 9 and can be right; anything else is mistyped or invented.`,
  }),
}

/** All other warnings that staff submitted with, listed once, so that no one has to go through the forms. */
const otherWarning: Reading = {
  speaksOf: () => true,
  signalOf: (warning) => ({
    code: 'warning',
    weight: 'note',
    title: `Open warning: ${labelIn(warning)}`,
    why: warning.message,
  }),
}

const READINGS: readonly Reading[] = [
  declinedIdentity,
  sameIdentity,
  sameWithin,
  zipElsewhere,
  entityAsOwner,
  livesAbroad,
  routingAsAccount,
  routingNumber,
  channelMix,
  ownerAge,
  impossibleIdentity,
  otherWarning,
]

const labelIn = ({ path }: Violation): string => lowerFirst(fieldName(path))

/** `volumesDisagree` and `poBoxAsStreet` say it from the values themselves. */
const hasOwnRule = ({ code, path }: Violation): boolean =>
  code === 'po-box' || (code === 'implausible' && path === CARD_VOLUME)

/** One signal per warning; equal texts at several places become one signal. */
export const warningsLeftStanding: SignalRule = ({ draft, violations }) => {
  const signals = new Map<string, Signal>()
  for (const warning of violations.filter((violation) => !isBlocking(violation) && !hasOwnRule(violation))) {
    const said = READINGS.find(({ speaksOf }) => speaksOf(warning))?.signalOf(warning)
    if (!said) continue
    const key = `${said.code} ${said.title} ${said.why}`
    const signal = signals.get(key) ?? { ...said, values: [] }
    const isThere = signal.values.some(({ path }) => path === warning.path)
    signals.set(key, {
      ...signal,
      values: isThere ? signal.values : [...signal.values, shownAt(draft, warning.path)],
    })
  }
  return [...signals.values()]
}

export const WARNING_RULES: readonly SignalRule[] = [warningsLeftStanding]
