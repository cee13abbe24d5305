import { looseKey } from '@/lib/domain/values/loose-key'
import { AUTHORIZED_SIGNER, CONTROL_PRONG, PRINCIPAL } from '../contact-roles'

const ROLES = [PRINCIPAL, CONTROL_PRONG, AUTHORIZED_SIGNER] as const

type Role = (typeof ROLES)[number]

/** How people write the interface's roles. */
const ROLE_WORDS: Readonly<Record<Role, readonly string[]>> = {
  [PRINCIPAL]: ['owner', 'co owner', 'principal owner', 'beneficial owner', 'ubo', 'shareholder'],
  [CONTROL_PRONG]: ['control person', 'controlling person', 'control'],
  [AUTHORIZED_SIGNER]: ['signer', 'signatory', 'authorized signatory'],
}

/** Letters only: `Owner 1` is an owner. */
const roleKey = (word: string): string => looseKey(word).replace(/\p{N}/gu, '')

/** The role that a word such as `Owner` or `Control-Person` means; null if it is none that the desk knows. */
export const roleNamed = (word: string): Role | null =>
  ROLES.find((role) => [role, ...ROLE_WORDS[role]].some((one) => roleKey(one) === roleKey(word))) ?? null

/** What one person may be, to choose from: each role, and the interface's roles together. */
export const roleChoices = (customRoles: readonly string[]): string[] => [
  ...ROLES,
  `${PRINCIPAL}; ${CONTROL_PRONG}`,
  `${PRINCIPAL}; ${AUTHORIZED_SIGNER}`,
  `${CONTROL_PRONG}; ${AUTHORIZED_SIGNER}`,
  ROLES.join('; '),
  ...customRoles.filter((role) => !ROLES.some((known) => known === role)),
]
