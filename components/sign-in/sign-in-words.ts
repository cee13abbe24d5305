import type { SsoRefusal } from '@/lib/domain/access/single-sign-on'

const SSO_REFUSALS: Readonly<Record<SsoRefusal, string>> = {
  unknown: 'No one here has your email. Ask an admin for an invitation.',
  unverified:
    'Your identity provider did not confirm an email that this desk accepts. Ask an admin to check your account there.',
  deactivated: 'Your access to this desk was deactivated. Ask an admin.',
  'other-account':
    'Your email belongs to another account at the identity provider here. Ask an admin to remove that link.',
  'no-role': 'None of your groups at the identity provider gives access to this desk. Ask an admin.',
}

const SSO_ERRORS: Readonly<Record<string, string>> = {
  OAuthSignin: 'The identity provider could not be reached. Try again in a few minutes, or tell an admin.',
  OAuthCallback: 'The identity provider’s answer could not be verified. Try again, or tell an admin.',
  Callback: 'The identity provider did not sign you in. Try again, or ask an admin whether you have access.',
  ...Object.fromEntries(Object.entries(SSO_REFUSALS).map(([reason, words]) => [`sso-${reason}`, words])),
}

/** The message for a failed sign-in, by the server's error code. */
export function signInWords(code: string | null | undefined): string {
  const minutes = /^closed:(\d+)$/.exec(code ?? '')?.[1]
  if (minutes) {
    return `Too many attempts. Try again in ${minutes} ${minutes === '1' ? 'minute' : 'minutes'}, or ask an administrator.`
  }
  if (code === 'wrong') return 'Incorrect email or password. Check both and try again.'
  return singleSignOnWords(code) ?? 'The desk could not be reached. Check the connection and try again.'
}

/** The same for a person who comes back from the identity provider; null for a code that is not ours. */
export const singleSignOnWords = (code: unknown): string | null =>
  typeof code === 'string' && Object.hasOwn(SSO_ERRORS, code) ? (SSO_ERRORS[code] ?? null) : null
