import { lowerFirst } from '@/lib/domain/application/field'
import { fieldLabel, fieldOfEither } from '@/lib/domain/application/fields'
import { isBlocking, type Violation } from '@/lib/domain/values/violation'
import { shownAt } from './case-values'
import type { Signal, SignalRule } from './signal'

/** What a warning means to an underwriter. The first whose `speaksOf` is true takes it, and no other. */
type Reading = {
  speaksOf: (warning: Violation) => boolean
  signalOf: (warning: Violation) => Pick<Signal, 'code' | 'weight' | 'title' | 'why'>
}

const fieldNameOf = ({ path }: Violation): string => path.split('.').at(-1) ?? ''

/** One owner with two shops is usual; so is a merchant who was declined and tries again under another name. */
const sameIdentity: Reading = {
  speaksOf: ({ about }) => about !== undefined && about.length > 0,
  signalOf: (warning) => ({
    code: 'same-identity',
    weight: 'concern',
    title: `Another application has the same ${labelIn(warning)}`,
    why: `${warning.message} Compare the two, and see what was decided about the other.`,
  }),
}

/** A wrong check digit is a slip of the hand, or an account that somebody made up. */
const routingNumber: Reading = {
  speaksOf: (warning) => fieldNameOf(warning) === 'routingNumber',
  signalOf: ({ message }) => ({
    code: 'routing-number',
    weight: 'concern',
    title: 'The routing number cannot be right',
    why: `${message} As it stands, no bank has it and nothing can be paid out.`,
  }),
}

/** Shares that are no whole were guessed: then the share without the card, on which the risk hangs, was guessed too. */
const channelMix: Reading = {
  speaksOf: ({ path }) => path === 'options.swipedPercent',
  signalOf: ({ message }) => ({
    code: 'channel-mix',
    weight: 'note',
    title: 'The channels do not add up',
    why: `${message} How much is sold without the card is then not known.`,
  }),
}

/** A minor cannot be held to the agreement, and a very old owner may be a name that somebody uses. */
const ownerAge: Reading = {
  speaksOf: (warning) => fieldNameOf(warning) === 'dateOfBirth',
  signalOf: ({ message }) => ({
    code: 'owner-age',
    weight: 'serious',
    title: 'A date of birth is implausible',
    why: `${message} Compare it with the photo ID: whoever signs must be of age, and must exist.`,
  }),
}

/** Made-up persons begin with a number that was never issued. An ITIN begins with 9 as well, and is real. */
const impossibleIdentity: Reading = {
  speaksOf: (warning) => ['ssn', 'taxId'].includes(fieldNameOf(warning)),
  signalOf: (warning) => ({
    code: 'impossible-identity',
    weight: 'concern',
    title: `A ${labelIn(warning)} is like none that is issued`,
    why: `${warning.message} An individual taxpayer number (ITIN) begins with 9 and can be right; anything else is mistyped, or made up.`,
  }),
}

/** Whatever else staff were warned of and submitted with: said once, so that nobody has to go through the forms. */
const otherWarning: Reading = {
  speaksOf: () => true,
  signalOf: (warning) => ({
    code: 'warning',
    weight: 'note',
    title: `Warning left standing: ${labelIn(warning)}`,
    why: warning.message,
  }),
}

const READINGS: readonly Reading[] = [
  sameIdentity,
  routingNumber,
  channelMix,
  ownerAge,
  impossibleIdentity,
  otherWarning,
]

const labelIn = (warning: Violation): string => {
  const section = warning.path.split('.')[0] ?? ''
  return lowerFirst(fieldOfEither(section, fieldNameOf(warning))?.meta.label ?? fieldLabel(warning.path))
}

/** Each warning makes one signal; the same words at several places make one for all of them. */
export const warningsLeftStanding: SignalRule = ({ draft, violations }) => {
  const signals = new Map<string, Signal>()
  for (const warning of violations.filter((violation) => !isBlocking(violation))) {
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
