import { momentWords } from '../values/calendar'
import type { AccessLinkKind } from './access-link'

const ASKS: Readonly<Record<AccessLinkKind, { subject: string; to: string }>> = {
  invitation: { subject: 'Your invitation to PayFac Desk', to: 'set your name and password' },
  'new-password': { subject: 'Your new password for PayFac Desk', to: 'set a new password' },
}

/** The plain-text mail for a one-time link. The subject contains no text that a person typed. */
export function linkMail({
  kind,
  by,
  link,
  expiresAt,
  waits,
}: {
  kind: AccessLinkKind
  /** The name of the person who made the link. */
  by: string
  link: string
  expiresAt: Date
  waits: boolean
}): { subject: string; text: string } {
  const { subject, to } = ASKS[kind]
  const { text: until, zone } = momentWords(expiresAt)
  const paragraphs = [
    kind === 'invitation' ? `${by} invited you to PayFac Desk.` : `${by} created a link for your account.`,
    `Open this link to ${to}. It works once, until ${until} ${zone}:`,
    link,
    ...(waits ? ['It opens once another admin approves it.'] : []),
    'If you did not expect this, do not open it, and tell an admin of the desk.',
  ]
  return { subject, text: `${paragraphs.join('\n\n')}\n` }
}
