import { defineSetting, type SettingOf } from './define-setting'
import { choice, countLimit, dollarLimit, flag, MAX_DOLLARS } from './setting-fields'

/**
 * What becomes of a transaction that the callback log does not know. `live-refused`: no sale vouches for real money; the
 * simulated partner knows transactions that no callback told of.
 */
export type UnloggedRule = 'live-refused' | 'allowed' | 'refused'

/** Whether it is an error with this partner. */
export const isUnloggedRefused = (rule: UnloggedRule, isLive: boolean): boolean =>
  rule === 'refused' || (rule === 'live-refused' && isLive)

const IN_DOLLARS = `Enter the amount in dollars (at most ${MAX_DOLLARS}), such as 100,000; or turn this limit off.`
const MAX_TRANSACTIONS = 1_000_000

/** When a second person has to approve a batch, and what its amounts may be. A day is a business day of Settings. */
export const fundingRules = defineSetting({
  key: 'funding',
  title: 'Funding',
  group: 'Approvals',
  intro: 'Approval rules. They apply to pending batches too.',
  permission: 'admin:settings',
  audit: 'funding-rules-changed',
  guards: true,
  panels: {
    Approval:
      'Someone who did not work on a batch approves it; above a limit, two people do. Changes apply to pending batches immediately. Approved batches stay approved.',
  },
  fields: {
    secondAboveAmount: dollarLimit({
      panel: 'Approval',
      option: 'Two people approve above an amount',
      label: 'Sum of a batch, in US dollars',
      problem: IN_DOLLARS,
      fallback: '50000',
    }),
    secondAboveTransactions: countLimit({
      panel: 'Approval',
      option: 'Two people approve above a number of transactions',
      label: 'Transactions of a batch',
      min: 0,
      max: MAX_TRANSACTIONS,
      problem: `Enter a whole number of transactions, up to ${MAX_TRANSACTIONS.toLocaleString('en-US')}; or turn this limit off.`,
      fallback: 1_000,
    }),
    /** All that one person submitted on a day. */
    secondAboveMakerDay: dollarLimit({
      panel: 'Approval',
      option: 'Two people approve above an amount per person and day',
      label: 'Sum of what one person submits on a business day, in US dollars',
      problem: IN_DOLLARS,
      fallback: '100000',
    }),
    /** All that one merchant gets from what was submitted on a day. */
    secondAboveMerchantDay: dollarLimit({
      panel: 'Approval',
      option: 'Two people approve above an amount per merchant and day',
      label: 'Sum of what one merchant gets on a business day, in US dollars',
      problem: IN_DOLLARS,
      fallback: null,
    }),
    /** Whether someone with approval rights may allow an amount above its sale, for one transaction, with a reason. */
    overSale: flag({
      panel: 'Amounts',
      label: 'Allow amounts above the sale, one transaction at a time, with a reason',
      means: 'An approver who did not work on the batch allows each one. All approvers see it.',
      fallback: false,
    }),
    unlogged: choice<UnloggedRule>({
      panel: 'Amounts',
      label: 'Transactions that are not in the callback log',
      options: [
        {
          value: 'live-refused',
          label: 'Refuse them with a live partner',
          note: 'Each one is an error in the batch. The simulated partner takes them, with a warning.',
        },
        {
          value: 'allowed',
          label: 'Allow them',
          note: 'No sale confirms who gets how much. Approvers see how many there are.',
        },
        {
          value: 'refused',
          label: 'Refuse them',
          note: 'Each one is an error in the batch, also in the simulation.',
        },
      ],
      fallback: 'live-refused',
    }),
    /** Whether whoever sent a request may record alone what became of it, where its answer was lost. */
    outcomeAlone: flag({
      panel: 'Lost answers',
      label: 'Let the sender of a batch record alone whether the partner received it',
      means:
        'If off, a second person confirms it. Sales that the partner does have may otherwise be paid twice, and those it does not have count as funded.',
      fallback: false,
    }),
  },
})

export type FundingRules = SettingOf<typeof fundingRules>

/** Amounts are dollars as decimal text; null: however much it is, one approver is enough. */
export type ApprovalRules = Pick<
  FundingRules,
  'secondAboveAmount' | 'secondAboveTransactions' | 'secondAboveMakerDay' | 'secondAboveMerchantDay'
>
