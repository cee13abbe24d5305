import { defineSetting } from './define-setting'
import { flag } from './setting-fields'

export const workRules = defineSetting({
  key: 'rules',
  title: 'Rules',
  group: 'Approvals',
  intro: 'Actions that need a second person.',
  permission: 'admin:settings',
  audit: 'rules-changed',
  guards: true,
  fields: {
    resendNeedsSecondPerson: flag({
      panel: 'Unknown outcomes',
      label: 'Resending an unknown outcome needs two people',
      means:
        'When the partner’s answer was lost, the same request can be sent again. If the partner already has the application, its records are duplicated; funding amounts are set again. With this rule, someone other than the sender must resend it or confirm that the partner does not have it.',
      fallback: false,
    }),
  },
})
