import { defineSetting } from './define-setting'
import { cutOff, timeZone } from './setting-fields'

/** When a day of business begins: for what was received today, for ages, plots and daily limits. */
export const dayRules = defineSetting({
  key: 'business-days',
  title: 'Business days',
  group: 'Maintenance',
  intro:
    'Which day a sale or a batch belongs to. Used for “today”, the age of unfunded sales, the days of the overview, date filters and daily approval limits.',
  permission: 'admin:settings',
  audit: 'day-rules-changed',
  guards: true,
  panels: {
    'Business day':
      'Every day of the calendar is a business day, weekends and holidays included: sales are received on all of them.',
  },
  fields: {
    timeZone: timeZone({
      panel: 'Business day',
      label: 'Time zone',
      hint: 'Times are shown in it too, unless a person chose their own under Account.',
      fallback: 'UTC',
    }),
    cutOffHour: cutOff({
      panel: 'Business day',
      label: 'Cut-off',
      hint: 'What is received at this time or later belongs to the next business day.',
      fallback: 24,
    }),
  },
})
