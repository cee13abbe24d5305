import { defineSetting } from './define-setting'
import { count, flag } from './setting-fields'

const MAX_REVEALS = 1_000

export const revealRules = defineSetting({
  key: 'reveal',
  title: 'Sensitive data',
  group: 'Access',
  intro: 'Tax IDs, Social Security numbers, dates of birth and account numbers are masked on every page.',
  permission: 'admin:settings',
  audit: 'reveal-rules-changed',
  guards: true,
  panels: {
    Revealing:
      'Onboarding reveals values of applications assigned to them, underwriters those of cases they claimed, each with a reason.',
    Documents:
      'Documents show what the pages mask. They open for the same people on the same work, without a reason, and the audit log has who opened which.',
  },
  fields: {
    revealsPerHour: count({
      panel: 'Revealing',
      label: 'Values that one person reveals within an hour',
      hint: 'To reveal more, a person confirms with their second factor, and admins see it on the overview.',
      min: 1,
      max: MAX_REVEALS,
      problem: `Enter a whole number, from 1 to ${MAX_REVEALS.toLocaleString('en-US')}.`,
      fallback: 20,
    }),
    auditorsOpenDocuments: flag({
      panel: 'Documents',
      label: 'Auditors can open the documents of every application',
      hint: 'Without it, auditors see which documents there are, and who accepted them.',
      fallback: false,
    }),
  },
})
