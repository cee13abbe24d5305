/**
 * Attacks and the tests that cover them: by file, part of a test's title. `attacks.test.ts` checks that each test
 * exists; `npm run test:attacks` runs only these. `npm test` runs them like any other test.
 */
export const ATTACKS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  'every page, route and action of the build, anonymous, with a password alone, and with each role': {
    'e2e/attacks.spec.ts': [
      'every page, route and action of the build has a row here',
      'anonymous, and after a password alone, no page, no route and no action is reached',
      'reaches what the table of permissions says, and nothing else',
    ],
    'lib/architecture.test.ts': [
      'every server action begins with session and permission',
      'every route that holds data asks for a permission',
    ],
  },
  'the header of CVE-2025-29927, RSC and prefetch variants of every page': {
    'e2e/attacks.spec.ts': ['the header of CVE-2025-29927, RSC and prefetch variants'],
  },
  'foreign, null and absent Origin': {
    'e2e/attacks.spec.ts': ['a foreign, a null and a missing origin write nothing'],
  },
  'extra keys in inputs': {
    'lib/server/applications/save-section.db.test.ts': ['a key too many is refused'],
    'lib/server/funding/batch.db.test.ts': ['extra keys and one row twice are refused'],
    'lib/domain/settings/define-setting.test.ts': ['is saved as defined, and as nothing else'],
    'lib/domain/access/access.test.ts': ['carries no more than is asked for'],
    'lib/server/documents/upload-server.test.ts': ['with members that are not asked for'],
  },
  'SQL and naughty strings in every field, with a listener for dialogs and policy reports': {
    'e2e/screens.spec.ts': ['naughty names go through every screen as text'],
    'e2e/callbacks.spec.ts': ['naughty strings in every field are shown as text'],
    'e2e/receiver.spec.ts': ['fields that attack are kept as they came'],
    'lib/server/sign-in/sign-in.db.test.ts': ['%j is nobody'],
  },
  'a nonce policy without anything unsafe': {
    'e2e/access.spec.ts': [
      'whatever is HTML carries a policy without anything unsafe',
      'a style of the markup is refused, and reported',
    ],
    'scripts/response-headers.test.ts': ['every answer says what no browser may do with it'],
  },
  'formulas in exports': {
    'lib/domain/values/csv.test.ts': ['what a spreadsheet would run'],
    'lib/server/applications/list-export.db.test.ts': ['under the titles, and no identity'],
    'lib/server/audit-log/audit-list.db.test.ts': ['the export has what the filters find, no formula'],
    'lib/server/callbacks/log/list.db.test.ts': ['begins none as a formula'],
    'lib/server/funding/batch.db.test.ts': ['formulas as text, and it is written down'],
  },
  'HTML named .pdf, polyglots, names with ../, NUL and 300 characters; 100 MB and one byte': {
    'lib/server/documents/register-document.db.test.ts': [
      '100 MB a file',
      'is kept as %j',
      'is refused in words, and not kept',
      'is refused when it is empty or endless',
      'never leads outside the folder',
    ],
    'lib/domain/documents/documents.test.ts': ['is limited by the interface’s 100 MB'],
    'lib/server/documents/upload-server.test.ts': ['no address leads outside the folder'],
  },
  'a lying Content-Length, and bodies that drip': {
    'lib/server/documents/upload-server.test.ts': ['a Content-Length that says less than comes'],
    'e2e/receiver.spec.ts': ['a length that lies is refused', 'a body that does not come is not waited for'],
    'scripts/server-limits.test.ts': ['a request that drips is cut off'],
  },
  'password spraying by account and by address, not fooled by X-Forwarded-For': {
    'lib/server/sign-in/sign-in.db.test.ts': [
      'ten failures close the address for 30 minutes',
      'ten failures have the next tries at the account wait',
      'an IPv6 address has as many tries as all others of its /64',
    ],
    'lib/domain/access/trusted-proxies.test.ts': ['never what a caller makes up'],
    'lib/server/callers.test.ts': ['of a stranger keeps its host'],
  },
  'equal answers for known and unknown people': {
    'lib/server/sign-in/sign-in.db.test.ts': [
      'a wrong password, somebody unknown and somebody deactivated get one answer',
      'a person who does not exist is closed like one who does',
    ],
    'e2e/access.spec.ts': ['an unknown person and a wrong password get the same words'],
  },
  'a second factor used twice; a session of its own at sign-in and at the second factor': {
    'lib/server/account/factors.db.test.ts': [
      'count in their step and the ones beside it, once',
      'work once each, also where one is sent twice at once',
      'that answer an old, a used or another session’s challenge are not believed',
      'is nobody, for ten minutes, and gives way to a session of its own',
    ],
    'lib/server/sign-in/sign-in.db.test.ts': ['every sign-in has a session of its own'],
  },
  'sign-out, role change and deactivation count at once; 15 idle minutes keep the draft': {
    'e2e/access.spec.ts': ['signing out ends the session for a copied cookie too'],
    'lib/server/sign-in/sign-in.db.test.ts': [
      'ends at once when its person is deactivated',
      'has the roles that its person has now',
      'asks again after 15 idle minutes',
      'of which a page only asks by itself stands idle all the same',
    ],
    'e2e/drafts.spec.ts': ['an expired session loses nothing'],
  },
  'cookies that no script reads and no other site sends': {
    'e2e/attacks.spec.ts': ['no script reads a cookie of the desk'],
    'lib/server/sign-in/auth-options.test.ts': ['over https they are secure and of this host alone'],
  },
  'canaries in logs, pages, addresses, storage and a dump': {
    'lib/server/underwriting/reveal.db.test.ts': ['after revealing every identity, none is in any table'],
    'lib/server/applications/save-section.db.test.ts': ['stand nowhere in the database in the clear'],
    'lib/server/card-numbers/card-numbers.db.test.ts': ['no field of a callback leaves a card number'],
    'lib/server/documents/sealed-file.test.ts': ['holds nothing of it in the clear, nor its key'],
    'lib/sandbox/control/door.contract.test.ts': ['are masked, in the records and in every body'],
  },
  'a ciphertext moved elsewhere': {
    'lib/server/sealing/sealer.test.ts': ['does not open a ciphertext that was moved'],
    'lib/server/applications/save-section.db.test.ts': ['moved to another application do not open'],
    'lib/server/callbacks/forwarding/forwarding.db.test.ts': [
      'a secret moved to another endpoint does not open',
    ],
  },
  'an audit row that was edited or deleted': {
    'lib/server/audit-log/audit-chain.db.test.ts': [
      'a row that was deleted, in the middle and at the end',
      'everything but masking in a row that was never sealed',
    ],
    'lib/server/audit-log/audit-verify.db.test.ts': ['audit:verify says 0, 1 or 2, and which row it is'],
  },
  'callbacks with 10,000 fields, __proto__, duplicates and more than their cap': {
    'e2e/receiver.spec.ts': ['fields that attack are kept as they came', 'a body has at most 64 KB'],
    'lib/domain/callbacks/read-callback.test.ts': ['as unknown'],
  },
  'inner addresses in what others send, and pictures of elsewhere': {
    'lib/partner/client.contract.test.ts': ['that leads to %s is refused, and nothing is sent there'],
    'lib/domain/callbacks/endpoint.test.ts': ['is inner, and refused unless that is allowed'],
    'e2e/access.spec.ts': ['whatever is HTML carries a policy'],
  },
  'short, common and reused passwords': {
    'lib/server/people/people.db.test.ts': [
      'takes 12 characters where the roles need a second factor',
      'takes no password that is on the lists',
    ],
    'lib/server/account/account.db.test.ts': [
      'is not changed to itself, nor to one that attackers try first',
    ],
  },
  'requests that end in an error and a stack in the log, whoever sends them': {
    'scripts/unfit-request.test.ts': ['is turned away with'],
    'e2e/access.spec.ts': ['what could not be read is turned away'],
  },
  'an open redirect after sign-in': {
    'lib/routes.test.ts': ['whatever is asked for, a browser stays on this host'],
    'e2e/access.spec.ts': ['comes back to the page that was asked for'],
  },
  'the demonstration’s people and keys in a live desk': {
    'lib/server/demonstration/remove.db.test.ts': ['a desk that ran the demonstration is refused'],
  },
  'the sandbox’s controls from another host or page': {
    'e2e/access.spec.ts': ['the sandbox is for admins'],
    'lib/sandbox/control/door.contract.test.ts': ['answer to nobody where there is no token'],
  },
  'identities of others’ work, and more of them than one person needs': {
    'lib/server/underwriting/reveal.db.test.ts': [
      'of a case: whoever has claimed it',
      'asks for a second factor that was shown since',
      'is not passed by two at once',
    ],
  },
  'two admins at once, and a role or a rule that one admin alone gives': {
    'lib/server/people/people.db.test.ts': [
      'who demote or deactivate each other leave one admin',
      'that give approval or administration wait for a second admin',
    ],
    'lib/server/proposals/proposals.db.test.ts': ['is changed by one admin and another'],
  },
  'the audit log changed by the desk’s own role, and own work without the log': {
    'lib/db/desk-role.db.test.ts': [
      'and cannot change its audit log',
      'the desk has a role that cannot change the audit log',
      'a folder of a version that had one role is brought along',
    ],
    'lib/server/cases/own-work.db.test.ts': ['is known without the audit log'],
  },
  'malware, and more uploads than there is room for': {
    'lib/server/documents/scan.db.test.ts': ['with malware stays in quarantine'],
    'lib/server/documents/upload-room.db.test.ts': [
      'an application has room up to its limit',
      'a person has room up to the limit of a day',
    ],
  },
  'one sale paid twice, and what underwriters declined sent by another way': {
    'lib/server/funding/money.db.test.ts': ['the same sale waits in one batch at a time'],
    'lib/server/underwriting/gate.db.test.ts': [
      'is not submitted before our underwriters approved it, wherever it stands',
      'a copy of what was approved is not approved, nor is one of what was declined',
    ],
  },
}
