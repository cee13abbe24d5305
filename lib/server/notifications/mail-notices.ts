import { and, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Tx } from '@/lib/db/client'
import { noticeMails, notifications } from '@/lib/db/schema/notifications'
import { users } from '@/lib/db/schema/people'
import type { changeMailChoicesInput } from '@/lib/domain/notifications/inputs'
import { lastDigestAt, mailGroupOf, mailTimeOf, noticeMail } from '@/lib/domain/notifications/mail'
import { MAIL_GROUPS, type MailChoices } from '@/lib/domain/notifications/mail-choices'
import type { NoticeKind, NoticeSubject } from '@/lib/domain/notifications/notice'
import { DAY_MS } from '@/lib/domain/values/calendar'
import { log } from '@/lib/log'
import { routes } from '@/lib/routes'
import type { Ctx, Services } from '@/lib/server/services'
import { listToMail } from './list'

/** Older notifications are only in the bell, so that a mail server that is set up late does not mail history. */
const MAILED_WITHIN_MS = 48 * 3_600_000

/** No send takes this long. After it, the process is gone, and whether the mail went out is unknown. */
const SENDING_MS = 10 * 60_000

const KEPT_MS = 90 * DAY_MS

type Told = { kind: NoticeKind; type: NoticeSubject; at: string | Date }
type Person = { noticeMail: MailChoices; timeZone: string | null }

/** Whether this person wants this notification mailed by now. */
function isDue({ days }: Pick<Services, 'days'>, person: Person, told: Told, now: Date): boolean {
  const time = mailTimeOf(person.noticeMail, mailGroupOf(told))
  if (time === 'none') return false
  return time === 'at-once' || new Date(told.at) < lastDigestAt(now, person.timeZone ?? days.timeZone)
}

/** Every instance calls this every minute; the queue keeps one job per person. */
export async function queueDueMails(services: Services): Promise<void> {
  if (services.mail === null) return
  const now = services.now()
  // After a restore, the desk that made the backup may have sent these mails since.
  if (services.sendingHold !== null) return forgetUnmailed(services)
  await services.db
    .update(noticeMails)
    .set({ state: 'unknown' })
    .where(
      and(eq(noticeMails.state, 'sending'), lt(noticeMails.triedAt, new Date(now.getTime() - SENDING_MS))),
    )
  const told = await services.db
    .select({
      personId: notifications.personId,
      kind: notifications.kind,
      type: notifications.subjectType,
      at: notifications.at,
      noticeMail: users.noticeMail,
      timeZone: users.timeZone,
    })
    .from(notifications)
    .innerJoin(users, and(eq(users.id, notifications.personId), eq(users.active, true)))
    .where(
      and(
        isNull(notifications.mailedAt),
        isNull(notifications.readAt),
        sql`${notifications.at} > ${new Date(now.getTime() - MAILED_WITHIN_MS).toISOString()}::timestamptz`,
      ),
    )
  const left = await services.db
    .selectDistinct({ personId: noticeMails.personId })
    .from(noticeMails)
    .where(eq(noticeMails.state, 'waiting'))
  const people = new Set([
    ...told.filter((one) => isDue(services, one, one, now)).map(({ personId }) => personId),
    ...left.map(({ personId }) => personId),
  ])
  await services.jobs.enqueueAll(
    'mail-notices',
    [...people].map((personId) => ({ key: personId, data: { personId } })),
  )
}

async function forgetUnmailed({ db, now }: Services): Promise<void> {
  await db.update(notifications).set({ mailedAt: now() }).where(isNull(notifications.mailedAt))
  await db
    .update(noticeMails)
    .set({ state: 'unknown' })
    .where(inArray(noticeMails.state, ['waiting', 'sending']))
}

/**
 * Mails a person the notifications that are due. Before sending, stores the mail's content, marks its notifications as
 * mailed, and marks the mail as being sent. So a notification is mailed once, or, if the process dies in between, not
 * at all, and is still in the bell. Throws, to be retried, if the server certainly did not accept the mail.
 */
export async function mailNotices(
  services: Services,
  { personId }: { personId: string },
  last: boolean,
): Promise<void> {
  const { db, mail, sendingHold, now } = services
  if (mail === null || sendingHold !== null) return
  const to = await db.transaction((tx) => compose(services, tx, personId, now()))
  if (to === null) return
  const waiting = await db
    .select()
    .from(noticeMails)
    .where(and(eq(noticeMails.personId, personId), eq(noticeMails.state, 'waiting')))
    .orderBy(noticeMails.madeAt)
  let failed: string | null = null
  for (const { id, notices } of waiting) {
    const claimed = await db
      .update(noticeMails)
      .set({ state: 'sending', tries: sql`${noticeMails.tries} + 1`, triedAt: now() })
      .where(and(eq(noticeMails.id, id), eq(noticeMails.state, 'waiting')))
      .returning({ id: noticeMails.id })
    if (claimed.length === 0) continue
    const outcome = await mail.send({
      to,
      ...noticeMail(notices, mail.deskUrl, { account: routes.account, all: routes.notifications }),
    })
    const state = outcome.sent ? 'sent' : outcome.mayArrive ? 'unknown' : last ? 'not-sent' : 'waiting'
    await db.update(noticeMails).set({ state }).where(eq(noticeMails.id, id))
    if (!outcome.sent) {
      log.warn({ personId, because: outcome.because, state }, 'a mail of notifications was not sent')
      if (state === 'waiting') failed = outcome.because
    }
  }
  if (failed !== null) throw new Error(failed)
}

/** Puts what is due into a mail. Returns the address, or null if the person is deactivated and gets no mail. */
async function compose(services: Services, tx: Tx, personId: string, now: Date): Promise<string | null> {
  const [person] = await tx.select().from(users).where(eq(users.id, personId)).for('no key update')
  if (!person?.active) {
    await tx
      .update(noticeMails)
      .set({ state: 'not-sent' })
      .where(and(eq(noticeMails.personId, personId), eq(noticeMails.state, 'waiting')))
    return null
  }
  const since = new Date(now.getTime() - MAILED_WITHIN_MS)
  const due = (await listToMail({ db: tx, actor: person }, since)).filter((told) =>
    isDue(services, person, told, now),
  )
  if (due.length > 0) {
    await tx.insert(noticeMails).values({
      personId,
      notices: due.map(({ kind, label, path, at }) => ({ kind, label, path, at })),
      state: 'waiting',
      madeAt: now,
    })
    for (const { type, id, kind, at } of due)
      await tx
        .update(notifications)
        .set({ mailedAt: now })
        .where(
          and(
            eq(notifications.personId, personId),
            eq(notifications.subjectType, type),
            eq(notifications.subjectId, id),
            eq(notifications.kind, kind),
            // If it was renewed meanwhile, it belongs in the next mail.
            eq(notifications.at, new Date(at)),
          ),
        )
  }
  return person.email
}

/** Changes a person's own choices. Notifications from before a group was switched on are not mailed afterwards. */
export async function changeMailChoices(
  { db, actor, now }: Pick<Ctx, 'db' | 'actor' | 'now'>,
  choices: z.output<typeof changeMailChoicesInput>,
): Promise<{ ok: true }> {
  return db.transaction(async (tx) => {
    const [before] = await tx
      .select({ noticeMail: users.noticeMail })
      .from(users)
      .where(eq(users.id, actor.id))
      .for('no key update')
    const started = MAIL_GROUPS.filter((group) => mailTimeOf(before?.noticeMail ?? {}, group) === 'none')
    await tx.update(users).set({ noticeMail: choices }).where(eq(users.id, actor.id))
    const untold = and(eq(notifications.personId, actor.id), isNull(notifications.mailedAt))
    const kinds = await tx
      .selectDistinct({ kind: notifications.kind, type: notifications.subjectType })
      .from(notifications)
      .where(untold)
    for (const told of kinds.filter((one) => started.includes(mailGroupOf(one))))
      await tx
        .update(notifications)
        .set({ mailedAt: now() })
        .where(and(untold, eq(notifications.kind, told.kind), eq(notifications.subjectType, told.type)))
    return { ok: true }
  })
}

/** Old records of mails are no longer useful. */
export const purgeNoticeMails = ({ db, now }: Pick<Services, 'db' | 'now'>) =>
  db
    .delete(noticeMails)
    .where(
      and(
        inArray(noticeMails.state, ['sent', 'not-sent', 'unknown']),
        lt(noticeMails.madeAt, new Date(now().getTime() - KEPT_MS)),
      ),
    )
