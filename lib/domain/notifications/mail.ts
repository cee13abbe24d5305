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
}

export const mailGroupOf = ({ kind, type }: { kind: NoticeKind; type: NoticeSubject }): MailGroup =>
  type === 'funding-batch' && kind === 'unknown' ? 'money' : GROUP_OF[kind]

/** A notification that was mailed: what happened, to what, and the path of its page. No name, amount or text. */
export type MailedNotice = { kind: NoticeKind; label: string; path: string; at: string }

/** Hour of a person's own day at which the digest is made. */
export const DIGEST_HOUR = 8

const HOUR_MS = 3_600_000

/** The last 8:00 of the person's clock that has come: what was told before it belongs into a digest that is due. */
export function lastDigestAt(now: Date, timeZone: string): Date {
  // Back by whole hours to the hour that reads 8; zones are shifted by quarters of an hour at least.
  const wall = wallAt(now.getTime(), timeZone)
  const hour = new Date(wall).getUTCHours()
  const sinceHour = (wall % HOUR_MS) + now.getUTCMilliseconds()
  for (let hours = (hour - DIGEST_HOUR + 24) % 24, more = -2; more <= 2; more += 1) {
    const at = new Date(now.getTime() - sinceHour - (hours + more) * HOUR_MS)
    if (at <= now && new Date(wallAt(at.getTime(), timeZone)).getUTCHours() === DIGEST_HOUR) return at
  }
  // A clock that has no such hour on this day.
  return new Date(now.getTime() - sinceHour - ((hour - DIGEST_HOUR + 24) % 24) * HOUR_MS)
}

/** So many have a line of their own. */
const LINES = 50

/** What a mail of notifications says, as plain text: kinds, numbers and links. */
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
