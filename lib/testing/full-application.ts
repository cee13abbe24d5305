import { checkingAccount, contact } from './sandbox-calls'

/** A body that the interface accepts at the alias; members of `mer` replace those of the merchant. */
export const newFullApplication = (mer: Record<string, unknown> = {}) => ({
  Opp: { attributes: { type: 'Opportunity' }, Name: 'Blue Heron', Account_Type__c: 'New Merchant' },
  Mer: {
    attributes: { type: 'Account' },
    Legal_Name__c: 'Blue Heron Bakery LLC',
    Name: 'Blue Heron',
    Ownership: 'Privately Held Limited Liability Company',
    ...mer,
  },
  lstBens: [
    contact({ SourceId: 'owner-1', Contact_Role__c: 'Principal;Control Prong', Percentage_Owned__c: 100 }),
  ],
  lstbussCheckAcc: [checkingAccount({ SourceId: 'account-1' })],
  Lstqli: [
    { attributes: { type: 'QuoteLineItem' }, SourceId: 'fee-1' },
    { attributes: { type: 'QuoteLineItem' }, SourceId: 'terminal-1' },
  ],
})
