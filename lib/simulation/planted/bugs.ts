/**
 * Mistakes that are planted into a copy of the source tree, one at a time, to see whether the simulation finds them.
 * Each replaces an exact text, so that one that no longer fits the code is noticed. `known`: this repository once had
 * the mistake, or has a rule against it; `invented`: the others.
 */
export type PlantedBug = {
  name: string
  origin: 'known' | 'invented'
  says: string
  changes: readonly { file: string; from: string; to: string }[]
}

const one = (file: string, from: string, to: string) => [{ file, from, to }]

export const PLANTED_BUGS: readonly PlantedBug[] = [
  {
    name: 'repeat-forgets',
    origin: 'known',
    says: 'A request that was sent again after an unknown outcome and then turned away counts as not sent.',
    changes: one(
      'lib/server/attempts/ledger.ts',
      'isRepeat && provesNothing(given)',
      'false && isRepeat && provesNothing(given)',
    ),
  },
  {
    name: 'missing-counts-as-funded',
    origin: 'invented',
    says: 'Transactions that a person reported as missing from a received request count as funded.',
    changes: one(
      'lib/server/funding/resolution.ts',
      'if (missing?.length) await insertFailures(',
      'if (missing && missing.length === 0) await insertFailures(',
    ),
  },
  {
    name: 'over-sale-passes',
    origin: 'known',
    says: 'A batch can pay more than its sale.',
    changes: one(
      'lib/domain/funding/check-money.ts',
      'if (afterMinor > sale.amountMinor) {',
      'if (afterMinor > 1e12) {',
    ),
  },
  {
    name: 'conflict-funded',
    origin: 'known',
    says: 'A sale whose callbacks contradict each other is funded.',
    changes: one(
      'lib/server/funding/logged-sales.ts',
      "return reason === 'in-draft' || reason === 'in-batch' || reason === 'funded' ? null : reason",
      "return reason === 'in-draft' || reason === 'in-batch' || reason === 'funded' || reason === 'conflict' ? null : reason",
    ),
  },
  {
    name: 'correction-pays-both',
    origin: 'known',
    says: 'A merchant that a later batch leaves out keeps its money at the partner, and the desk does not count it.',
    changes: one(
      'lib/domain/funding/check-money.ts',
      '  if (held.length === 0) return held\n',
      '  if (held.length >= 0) return []\n',
    ),
  },
  {
    name: 'two-batches-one-sale',
    origin: 'known',
    says: 'A transaction that is pending in one batch can be submitted in another.',
    changes: one(
      'lib/server/funding/money-knowledge.ts',
      'open: await listOpen(db, transactions, subject.batchId),',
      'open: [],',
    ),
  },
  {
    name: 'reopened-beside-another',
    origin: 'known',
    says: 'An outcome can be reopened, and its request sent again, while another batch pays the same sales.',
    changes: one('lib/server/funding/reopen.ts', 'if (since.length > 0)', 'if (since.length > 10_000)'),
  },
  {
    name: 'submit-without-turn',
    origin: 'known',
    says: 'Two simultaneous submissions do not see each other, because the lock on the funding status is not taken.',
    changes: one(
      'lib/server/sales/funding-status.ts',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a file
      'tx.execute(sql`select pg_advisory_xact_lock(${FUNDING_STATUS_LOCK})`)',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the text of a file
      'tx.execute(sql`select ${FUNDING_STATUS_LOCK}::bigint`)',
    ),
  },
  {
    name: 'document-claimed-unlocked',
    origin: 'known',
    says: 'A document is claimed without its lock, so that two jobs send it.',
    changes: one(
      'lib/server/documents/attempt.ts',
      "where(eq(documents.id, documentId)).for('update')",
      'where(eq(documents.id, documentId))',
    ),
  },
  {
    name: 'approval-by-maker',
    origin: 'known',
    says: 'Whoever made a batch can approve it.',
    changes: one(
      'lib/domain/funding/approval.ts',
      '): boolean => workedOnBy.includes(id)\n',
      '): boolean => workedOnBy.includes(id) && (false as boolean)\n',
    ),
  },
  {
    name: 'half-an-answer-refuses',
    origin: 'known',
    says: 'An unreadable answer counts as not applied.',
    changes: one('lib/partner/funding-client.ts', "    'unknown',\n", "    'not-applied',\n"),
  },
  {
    name: 'timeout-is-not-sent',
    origin: 'known',
    says: 'A request without an answer until its deadline counts as not applied.',
    changes: one(
      'lib/partner/transport.ts',
      "handedOver && !request.changesNothing ? 'unknown' : 'not-applied'",
      "handedOver && request.changesNothing ? 'unknown' : 'not-applied'",
    ),
  },
  {
    name: 'written-after-sent',
    origin: 'invented',
    says: 'The attempt is committed after its request was sent.',
    changes: [
      {
        file: 'lib/server/attempts/ledger.ts',
        from: '    if (!obstacle) return written\n',
        to: '    if (!obstacle) return { ...written, early: await sendOnce(run, written.request) }\n',
      },
      {
        file: 'lib/server/attempts/ledger.ts',
        from: '    const ended = await sendOnce(run, started.request)\n',
        to: "    const ended = 'early' in started ? (started.early as End) : await sendOnce(run, started.request)\n",
      },
    ],
  },
  {
    name: 'batch-unlocked',
    origin: 'invented',
    says: 'A batch is read without its lock, so that two changes to it can overlap.',
    changes: one(
      'lib/server/funding/data.ts',
      "selectBatch(tx, id).for('no key update')",
      'selectBatch(tx, id)',
    ),
  },
  {
    name: 'retry-on-500',
    origin: 'invented',
    says: 'The client sends a funding request once more after a 500.',
    changes: [
      {
        file: 'lib/partner/funding-client.ts',
        from: '  const answer = new MaskedAnswer(\n    await exchange({',
        to: '  const once = () =>\n    exchange({',
      },
      {
        file: 'lib/partner/funding-client.ts',
        from: '      maxAnswerBytes: MAX_ANSWER_BYTES,\n    }),\n',
        to: '      maxAnswerBytes: MAX_ANSWER_BYTES,\n    })\n  const first = await once()\n  const answer = new MaskedAnswer(\n    first.status === 500 ? await once() : first,\n',
      },
    ],
  },
  {
    name: 'approval-survives-edit',
    origin: 'invented',
    says: 'An approval is kept when its batch is returned, and counts for whatever is submitted next.',
    changes: [
      {
        file: 'lib/server/funding/submit.ts',
        from: '    await tx.delete(fundingApprovals).where(eq(fundingApprovals.batchId, batchId))\n',
        to: '',
      },
      {
        file: 'lib/domain/funding/approval.ts',
        from: 'given.by === id && given.contentSha256 === contentSha256)\n',
        to: 'given.by === id && contentSha256 !== null)\n',
      },
    ],
  },
  {
    name: 'conflict-keeps-first',
    origin: 'invented',
    says: 'A callback that contradicts an earlier one is ignored.',
    changes: one('lib/server/callbacks/log/classify.ts', "      state: 'conflict',\n", ''),
  },
  {
    name: 'crash-is-not-sent',
    origin: 'invented',
    says: 'A request that was under way during a crash counts as not sent, and is sent again automatically.',
    changes: one(
      'lib/server/attempts/recover.ts',
      "const wasSent = state !== 'prepared'",
      "const wasSent = state === 'prepared'",
    ),
  },
  {
    name: 'acknowledged-before-kept',
    origin: 'invented',
    says: 'A callback is acknowledged before it is committed.',
    changes: one(
      'lib/server/callbacks/intake/intake.ts',
      '        await store(burst)\n        for (const entry of burst) entry.resolve()\n',
      '        for (const entry of burst) entry.resolve()\n        await store(burst)\n',
    ),
  },
  {
    name: 'end-without-audit',
    origin: 'invented',
    says: 'The end of a request is recorded without its audit row.',
    changes: one(
      'lib/server/attempts/ledger.ts',
      'await writeChanges(tx, { changes: [ending, ...changes], audit, afterwards })',
      "await writeChanges(tx, { changes: [ending, ...changes], audit: given.state === 'not-sent' ? null : audit, afterwards })",
    ),
  },
  {
    name: 'sealed-in-the-open',
    origin: 'invented',
    says: 'Account numbers are stored unsealed.',
    changes: one(
      'lib/server/drafts/sealed-sections.ts',
      "return value.trim() === '' ? '' : sealer.seal(sealingPlace(applicationId, section, place), value)",
      "return value.trim() === '' || value.length > 11 ? value : sealer.seal(sealingPlace(applicationId, section, place), value)",
    ),
  },
  {
    name: 'application-unlocked',
    origin: 'invented',
    says: 'An application is submitted without its lock, so that a double click sends it twice.',
    changes: one(
      'lib/server/drafts/data.ts',
      "    .select({ application: applications, rules: settingColumn(underwritingRules) })\n    .from(applications)\n    .where(isApplication(id))\n    .for('no key update')\n",
      '    .select({ application: applications, rules: settingColumn(underwritingRules) })\n    .from(applications)\n    .where(isApplication(id))\n',
    ),
  },
]
