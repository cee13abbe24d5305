import { wallAt } from '../values/business-day'
import { DEFAULT_MAIL_TIME, type MailChoices, type MailGroup, type MailTime } from './mail-choices'
import { NOTICE_LABELS, type NoticeKind, type NoticeSubject } from './notice'

export const mailTimeOf = (choices: MailChoices, group: MailGroup): MailTime =>
  choices[group] ?? DEFAULT_MAIL_TIME

const GROUP_OF: Readonly<Record<NoticeKind, MailGroup>> = {
  mentioned: 'personal',
  assigned: 'personal',
  'case-assigned': 'personal',
  asked: 'boarding',
  answered: 'boarding',
  'ask-withdrawn': 'boarding',
  'item-withdrawn': 'boarding',
  approved: 'boarding',
  declined: 'boarding',
  'decline-withdrawn': 'boarding',
  overdue: 'boarding',
  unknown: 'boarding',
  'approval-wanted': 'money',
  'rest-approval-wanted': 'money',
  returned: 'money',
  recalled: 'money',
  'batch-approved': 'money',
  'rest-approved': 'money',
  funded: 'money',
  'ended-with-failures': 'money',
  stopped: 'money',
  conflict: 'operations',
  'connection-failing': 'operations',
  'new-admin': 'operations',
  'lost-admin': 'operations',
}

export const mailGroupOf = ({ kind, type }: { kind: NoticeKind; type: NoticeSubject }): MailGroup =>
  type === 'funding-batch' && kind === 'unknown' ? 'money' : GROUP_OF[kind]

/**
 * A notification as mailed: what happened, to which subject, and the path of its page. Contains no names, amounts or
 * texts.
 */
export type MailedNotice = { kind: NoticeKind; label: string; path: string; at: string }

/** The hour, in the person's time zone, when the digest is made. */
export const DIGEST_HOUR = 8

const HOUR_MS = 3_600_000

/** The latest 8:00 AM in the person's time zone. Notifications from before it belong in a digest that is due. */
export function lastDigestAt(now: Date, timeZone: string): Date {
  // Goes back by whole hours to the one that reads 8. Time zones shift by at least a quarter of an hour.
  const wall = wallAt(now.getTime(), timeZone)
  const hour = new Date(wall).getUTCHours()
  const sinceHour = (wall % HOUR_MS) + now.getUTCMilliseconds()
  for (let hours = (hour - DIGEST_HOUR + 24) % 24, more = -2; more <= 2; more += 1) {
    const at = new Date(now.getTime() - sinceHour - (hours + more) * HOUR_MS)
    if (at <= now && new Date(wallAt(at.getTime(), timeZone)).getUTCHours() === DIGEST_HOUR) return at
  }
  // That day has no 8:00 AM in this time zone.
  return new Date(now.getTime() - sinceHour - ((hour - DIGEST_HOUR + 24) % 24) * HOUR_MS)
}

/** The most notifications with a line of their own. */
const LINES = 50

/** The text of a notification mail: plain text with kinds, numbers and links. */
export function noticeMail(
  notices: readonly MailedNotice[],
  deskUrl: string,
  paths: { account: string; all: string },
): { subject: string; text: string } {
  const [first] = notices
  const what = ({ kind, label }: MailedNotice) => `${NOTICE_LABELS[kind]}: ${label}`
  const subject =
    notices.length === 1 && first
      ? `PayFac Desk: ${what(first)}`
      : `PayFac Desk: ${notices.length} notifications`
  const more = notices.length - LINES
  const paragraphs = [
    ...notices.slice(0, LINES).map((notice) => `${what(notice)}\n${deskUrl}${notice.path}`),
    ...(more > 0 ? [`${more} more:\n${deskUrl}${paths.all}`] : []),
    `Choose what is mailed to you:\n${deskUrl}${paths.account}`,
  ]
  return { subject, text: `${paragraphs.join('\n\n')}\n` }
}
