/** Kinds of notifications that people switch on and off together. */
export const MAIL_GROUPS = ['personal', 'boarding', 'money', 'operations'] as const
export type MailGroup = (typeof MAIL_GROUPS)[number]

export const MAIL_GROUP_LABELS: Readonly<Record<MailGroup, { label: string; about: string }>> = {
  personal: { label: 'Mentions and assignments', about: 'Someone mentions you or assigns you work.' },
  boarding: {
    label: 'Applications and cases',
    about: 'Requests for information, answers, decisions, overdue cases, unknown outcomes.',
  },
  money: { label: 'Funding', about: 'Approvals, returned, recalled and sent batches, unknown outcomes.' },
  operations: {
    label: 'Callbacks, connections and access',
    about: 'Conflicts, failing connections, who becomes or stops being an admin.',
  },
}

export const MAIL_TIMES = ['at-once', 'daily', 'none'] as const
export type MailTime = (typeof MAIL_TIMES)[number]
export const MAIL_TIME_LABELS: Readonly<Record<MailTime, string>> = {
  'at-once': 'At once',
  daily: 'Daily digest',
  none: 'None',
}

export type MailChoices = Partial<Record<MailGroup, MailTime>>

/** The default: one mail a day, and none if there is nothing to report. */
export const DEFAULT_MAIL_TIME: MailTime = 'daily'
