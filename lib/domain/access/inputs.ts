import * as z from 'zod/mini'
import { isTimeZone } from '../values/time-zone'
import { hasUnseen } from '../values/unseen'
import { MAX_PASSWORD_LENGTH } from './password'
import { ROLES } from './permissions'

/** Inputs of the commands about people, validated by both browser and server. */

const email = z.pipe(
  z
    .string()
    .check(z.trim(), z.toLowerCase(), z.maxLength(254, 'Use an email address of at most 254 characters.')),
  z.email('Enter an email address, such as name@company.com.'),
)

const roles = z
  .array(z.enum(ROLES))
  .check(z.minLength(1, 'Choose at least one role.'), z.maxLength(ROLES.length))

/** Names are shown side by side and must not look alike: one spelling, and no invisible characters. */
export const personName = z.string().check(
  z.normalize('NFC'),
  z.overwrite((name) => name.replace(/\s+/g, ' ')),
  z.trim(),
  z.minLength(2, 'Enter a name of at least 2 characters.'),
  z.maxLength(100, 'Use at most 100 characters.'),
  z.refine((name) => !hasUnseen(name), 'The name has an invisible character. Type it again.'),
)

/**
 * The minimum length depends on the person (`minPasswordLength`). Passwords that attackers try first are rejected
 * elsewhere.
 */
const newPassword = z
  .string()
  .check(
    z.minLength(1, 'Enter a password.'),
    z.maxLength(MAX_PASSWORD_LENGTH, `Use at most ${MAX_PASSWORD_LENGTH} characters.`),
  )

const chosen = { personId: z.uuid(), version: z.int() }

export const invitePersonInput = z.object({ email, roles })
export const linkInput = z.object({ linkId: z.uuid() })
export const personInput = z.object({ personId: z.uuid() })
export const changeRolesInput = z.object({ ...chosen, roles })
export const answerProposalInput = z.object({ ...chosen, answer: z.enum(['consent', 'reject', 'withdraw']) })
export const deactivatePersonInput = z.object({
  ...chosen,
  /** The person who takes over the open cases and applications; '' leaves them with no one. */
  casesTo: z.union([z.literal(''), z.uuid()]),
  applicationsTo: z.union([z.literal(''), z.uuid()]),
})
export const reactivatePersonInput = z.object(chosen)

const token = z.string().check(z.minLength(1), z.maxLength(200))
export const readLinkInput = z.object({ token })
export const acceptLinkInput = z.object({ token, name: personName, password: newPassword })
/** A new password for a person who already has a name. */
export const renewPasswordInput = z.object({ token, password: newPassword })

export const changeNameInput = z.object({ name: personName })
export const changePasswordInput = z.object({
  current: z.string().check(z.minLength(1, 'Enter your current password.'), z.maxLength(1_024)),
  password: newPassword,
})
export const changeTimeZoneInput = z.object({
  /** '' means the browser's time zone. */
  timeZone: z.string().check(
    z.maxLength(64),
    z.refine((name) => name === '' || isTimeZone(name), 'Choose a time zone from the list.'),
  ),
})
/** For commands that need only the signed-in person. */
export const nothingInput = z.undefined()
export const sessionInput = z.object({ sessionId: z.uuid() })
