import type { ZxcvbnFactory } from '@zxcvbn-ts/core'

export type PasswordStrength = {
  /** 0 to 4: how many guesses the password withstands. Only advice. */
  score: 0 | 1 | 2 | 3 | 4
  /** The password is among those that attackers try first, and is rejected at any length. */
  isListed: boolean
}

let loading: Promise<ZxcvbnFactory> | undefined

/** The word lists are large, so they load only where a password is chosen. */
function loadEstimator(): Promise<ZxcvbnFactory> {
  loading ??= Promise.all([import('@zxcvbn-ts/core'), import('@zxcvbn-ts/language-common')])
    .then(
      ([{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }]) =>
        new ZxcvbnFactory({ graphs: adjacencyGraphs, dictionary, maxLength: 128 }),
    )
    .catch((error: unknown) => {
      loading = undefined
      throw error
    })
  return loading
}

/** Words that anyone can guess about a person of this desk. */
const OWN_WORDS = ['payfac', 'desk', 'payfacdesk', 'demo', 'demo-desk-2026!', 'merchant', 'underwriter']

/** Rates a password for the person with this email and name, because an attacker knows both. */
export async function judgePassword(
  password: string,
  person: { email: string; name: string },
): Promise<PasswordStrength> {
  const estimator = await loadEstimator()
  const words = [person.email, person.name, ...`${person.email} ${person.name}`.split(/[^\p{L}\p{N}]+/u)]
  const inputs = [...OWN_WORDS, ...words.filter((word) => word.length > 2)]
  const { score } = estimator.check(password, inputs)
  return { score, isListed: score < 2 }
}

export const LISTED_PASSWORD = 'This password is too easy to guess. Choose one that is not on common lists.'
