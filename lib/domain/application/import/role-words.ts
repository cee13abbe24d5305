import { AUTHORIZED_SIGNER, CONTROL_PRONG, PRINCIPAL } from '../sections'

const ROLES = [PRINCIPAL, CONTROL_PRONG, AUTHORIZED_SIGNER] as const

/** How people write the interface's roles. */
const ROLE_WORDS: Readonly<Record<(typeof ROLES)[number], readonly string[]>> = {
  [PRINCIPAL]: ['owner', 'co owner', 'principal owner', 'beneficial owner', 'ubo', 'shareholder'],
  [CONTROL_PRONG]: ['control person', 'controlling person', 'control'],
  [AUTHORIZED_SIGNER]: ['signer', 'signatory', 'authorized signatory'],
}

const plain = (word: string): string =>
  word
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}]/gu, '')

/** The role that a word such as `Owner` or `Control-Person` means; null if it is none that the desk knows. */
export const roleMeant = (word: string): string | null =>
  ROLES.find((role) => [role, ...ROLE_WORDS[role]].some((one) => plain(one) === plain(word))) ?? null

/** What one person may be, to choose from: each role, and the interface's roles together. */
export const roleChoices = (listed: readonly string[]): string[] => [
  ...ROLES,
  `${PRINCIPAL}; ${CONTROL_PRONG}`,
  `${PRINCIPAL}; ${AUTHORIZED_SIGNER}`,
  `${CONTROL_PRONG}; ${AUTHORIZED_SIGNER}`,
  ROLES.join('; '),
  ...listed.filter((role) => !ROLES.some((known) => known === role)),
]
