import { controlProng, type Json, person, principal } from './application-bodies'
import { ALIAS_OWNERSHIP, OWNERSHIP } from './field-cases'

/**
 * Rules 1 to 9 of the interface ("Application endpoints: validation and business rules") as bodies of either endpoint:
 * who may stand beside which ownership, and which member a refusal names. Written from the document.
 */

const SOLE = ['Sole Proprietorship']
/** "Partnership, limited liability company or privately held corporation". */
const RULE_8 = {
  createOrUpdate: ['Partnership', 'Limited Liability Company', 'Privately Held Corporation'],
  alias: [
    'Privately Held Partnership',
    'Privately Held Limited Liability Company',
    'Privately Held Corporation',
  ],
}
/** All the others. */
const RULE_9 = {
  createOrUpdate: OWNERSHIP.filter((name) => ![...SOLE, ...RULE_8.createOrUpdate].includes(name)),
  alias: ALIAS_OWNERSHIP.filter((name) => ![...SOLE, ...RULE_8.alias].includes(name)),
}

const many = (count: number, percentage: number) => Array.from({ length: count }, () => principal(percentage))
const signer = () => person('Authorized Signer')

type Rows = ('sole' | '8' | '9')[]
const ALL: Rows = ['sole', '8', '9']
/** `refused`: the members that are named, below the list of people; none where it is accepted. */
type Case = [rule: string, rows: Rows, people: Json[], refused?: string[]]

const BOTH_ENDPOINTS: Case[] = [
  ['1: no contact', ALL, [], ['']],
  ['1: one contact is enough', ['sole'], [principal(100)]],
  ['1: one contact is enough', ['8', '9'], [controlProng()]],
  ['2: two Control Prongs', ['8', '9'], [controlProng(), controlProng()], ['[1].Contact_Role__c']],
  [
    '2: two Control Prongs',
    ['sole'],
    [principal(100, 'Control Prong'), controlProng()],
    ['[1].Contact_Role__c'],
  ],
  [
    '2: two Control Prongs, one in a trimmed role',
    ['8', '9'],
    [controlProng(), person('Bookkeeper; Control Prong ')],
    ['[1].Contact_Role__c'],
  ],
  ['3: one Authorized Signer', ['8', '9'], [controlProng(), signer()]],
  ['3: two Authorized Signers', ['8', '9'], [controlProng(), signer(), signer()], ['[2].Contact_Role__c']],
  ['3: two Authorized Signers', ['sole'], [principal(100), signer(), signer()], ['[2].Contact_Role__c']],
  ['4: four principals', ['8'], [...many(4, 25), controlProng()]],
  ['5: exactly 25 percent', ['8'], [principal(25), controlProng()]],
  ['5: exactly 25 percent', ['sole'], [principal(25)]],
  ['6: three of 33.33 percent', ['8'], [...many(3, 33.33), controlProng()]],
  ['6: a sum of exactly 100', ['8'], [principal(33.3), principal(66.7), controlProng()]],
  ['6: a sum of 100.01', ['8'], [principal(50), principal(50.01), controlProng()], ['']],
  ['6: 25.005 percent four times', ['8'], [...many(4, 25.005), controlProng()], ['']],
  [
    '6: the percentage of someone who is no principal does not count',
    ['8'],
    [controlProng(), principal(100), person('Authorized Signer', { Percentage_Owned__c: 50 })],
  ],
  ['7: one principal of less than 100 percent', ['sole'], [principal(60)]],
  ['7: the sole principal in every role', ['sole'], [principal(100, 'Control Prong;Authorized Signer')]],
  ['7: a sole principal, and others', ['sole'], [principal(60), controlProng(), person('')]],
  ['7: no principal', ['sole'], [controlProng()], ['']],
  ['7: two principals', ['sole'], many(2, 50), ['[1].Contact_Role__c']],
  ['8: an owner who is the Control Prong', ['8'], [principal(60, 'Control Prong')]],
  ['8: no Control Prong', ['8'], [principal(60)], ['']],
  ['9: a Control Prong who signs', ['9'], [person('Control Prong;Authorized Signer')]],
  ['9: no Control Prong', ['9'], [signer()], ['']],
  ['9: a principal beside', ['9'], [controlProng(), principal(30)], ['[1].Contact_Role__c']],
  ['9: a Control Prong who is a principal', ['9'], [principal(30, 'Control Prong')], ['[0].Contact_Role__c']],
  ['roles are trimmed', ['8'], [person(' Principal ;  Control Prong ;', { Percentage_Owned__c: 30 })]],
  ['other roles may be named', ['8', '9'], [controlProng(), person('Bookkeeper;Primary Contact')]],
  ['a comma separates no roles', ['8', '9'], [person('Control Prong,Authorized Signer')], ['']],
  ['a role is its whole name', ['8', '9'], [person('Not Control Prong;ControlProng')], ['']],
]

const PERCENTAGE = '.Percentage_Owned__c'

/** Rule 5 names the create or update endpoint; on the alias a share is a number from 0 to 100. */
const ONE_ENDPOINT: Record<keyof typeof RULE_8, Case[]> = {
  createOrUpdate: [
    [
      '4: five principals',
      ['8'],
      [...many(5, 20), controlProng()],
      ['', ...[0, 1, 2, 3, 4].map((n) => `[${n}]${PERCENTAGE}`)],
    ],
    ['5: 24.99 percent', ['8'], [principal(24.99), controlProng()], [`[0]${PERCENTAGE}`]],
    ['5: 24.99999999 percent', ['8'], [principal(24.99999999), controlProng()], [`[0]${PERCENTAGE}`]],
    ['5: 0 percent', ['sole'], [principal(0)], [`[0]${PERCENTAGE}`]],
    ['5: no percentage', ['8'], [person('Principal'), controlProng()], [`[0]${PERCENTAGE}`]],
    ['6: one of 100.01 percent', ['sole'], [principal(100.01)], ['']],
    ['6: one of 1e20 percent', ['sole'], [principal(1e20)], ['']],
  ],
  alias: [
    ['4: five principals', ['8'], [...many(5, 20), controlProng()], ['']],
    ['5 is the other endpoint’s: 10 percent', ['sole'], [principal(10)]],
    ['5 is the other endpoint’s: 10 percent', ['8'], [principal(10, 'Control Prong')]],
    ['5 is the other endpoint’s: no percentage', ['8'], [person('Principal'), controlProng()]],
  ],
}

export function ownershipCases(endpoint: keyof typeof RULE_8) {
  const list = endpoint === 'alias' ? 'lstBens' : 'lstContact'
  const ownershipsOf = { sole: SOLE, '8': RULE_8[endpoint], '9': RULE_9[endpoint] }
  return [...BOTH_ENDPOINTS, ...ONE_ENDPOINT[endpoint]].flatMap(([rule, rows, people, refused = []]) =>
    rows
      .flatMap((row) => ownershipsOf[row])
      .map((ownership) => ({
        rule,
        outcome: refused.length === 0 ? 'accepted' : 'refused',
        ownership,
        people,
        fields: refused.map((below) => list + below),
      })),
  )
}
