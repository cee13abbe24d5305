import { linkMail } from '@/lib/domain/access/link-mail'
import { routes } from '@/lib/routes'
import type { Ctx } from '@/lib/server/services'
import type { AccessRefusal } from './access'
import type { LinkResult } from './links'

/** A link on its way: in the mail, or with whoever made it, who sees it this once. */
export type LinkDelivered = { ok: true; email: string; waits: boolean; expiresAt: string } & (
  | { mailed: true }
  | {
      mailed: false
      token: string
      /** Why it is not in the mail; null where the desk sends none. */
      because: string | null
      /** Nobody can tell whether it is in the mail all the same: it is the same link. */
      mayArrive: boolean
    }
)

/**
 * The use case that makes a link, and then the mail that carries it. Mailed after the commit, and while its maker
 * waits: the desk keeps a link's hash alone, so that no later job could send it, and where it cannot be said to be
 * on its way the maker still has it.
 */
export const mailed =
  <I>(make: (ctx: Ctx, input: I) => Promise<LinkResult>) =>
  async (ctx: Ctx, input: I): Promise<LinkDelivered | AccessRefusal> => {
    const made = await make(ctx, input)
    if (!made.ok) return made
    const { ok, token, email, kind, waits, expiresAt } = made
    const shown = { ok, email, waits, expiresAt }
    if (ctx.mail === null) return { ...shown, mailed: false, token, because: null, mayArrive: false }
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
    return { ...shown, mailed: false, token, because, mayArrive }
  }
