import { linkMail } from '@/lib/domain/access/link-mail'
import { routes } from '@/lib/routes'
import type { Ctx } from '@/lib/server/services'
import { type AccessRefusal, auditPerson } from './access'
import type { LinkResult } from './links'

/** How a link was delivered: by mail, or shown this once to the admin who made it. */
export type LinkDelivered = { ok: true; email: string; waits: boolean; expiresAt: string } & (
  | { mailed: true }
  | {
      mailed: false
      token: string
      /** Why it was not mailed; null if the desk sends no mail. */
      because: string | null
      /** It may have been mailed all the same. The shown link is the same one. */
      mayArrive: boolean
    }
)

/**
 * Runs the use case that makes a link, then mails it. The mail goes out after the commit, while the admin waits: the
 * desk stores only the link's hash, so a later job could not send it. If it is not certain that the mail is on its way,
 * the admin still sees the link.
 */
export const mailed =
  <I>(make: (ctx: Ctx, input: I) => Promise<LinkResult>) =>
  async (ctx: Ctx, input: I): Promise<LinkDelivered | AccessRefusal> => {
    const made = await make(ctx, input)
    if (!made.ok) return made
    const { ok, token, email, kind, subjectId, waits, expiresAt } = made
    const shown = { ok, email, waits, expiresAt }
    if (ctx.mail === null) return { ...shown, mailed: false, token, because: null, mayArrive: false }
    // Before sending, so that every mailed link is in the audit log.
    await auditPerson(ctx, ctx.db, 'person-link-mailed', subjectId, { email, kind })
    const outcome = await ctx.mail.send({
      to: email,
      ...linkMail({
        kind,
        by: ctx.actor.name,
        link: `${ctx.mail.deskUrl}${routes.accessLink}#${token}`,
        expiresAt: new Date(expiresAt),
        waits,
      }),
    })
    if (outcome.sent) return { ...shown, mailed: true }
    const { because, mayArrive } = outcome
    await auditPerson(ctx, ctx.db, 'person-link-not-mailed', subjectId, { email, kind, because, mayArrive })
    return { ...shown, mailed: false, token, because, mayArrive }
  }
