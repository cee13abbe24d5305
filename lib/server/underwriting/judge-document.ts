import { z } from 'zod'
import type { Tx } from '@/lib/db/client'
import { documentDecisions } from '@/lib/db/schema/underwriting'
import {
  DOCUMENT_VERDICTS,
  type DocumentVerdict,
  LONGEST_REJECTION,
  rejectionProblem,
} from '@/lib/domain/documents/document-verdict'
import { checklistOf, proofsOf, provedByAccepting } from '@/lib/domain/underwriting/checklist'
import { auditCase, type CaseRefusal, caseSchema } from '@/lib/server/cases/case'
import { type DocumentItem, listDocuments, listReaders } from '@/lib/server/documents/data'
import { sanitizeNote } from '@/lib/server/sanitize-text'
import type { Ctx } from '@/lib/server/services'
import {
  type CaseWork,
  ownConfirmations,
  removeConfirmation,
  storeConfirmation,
  takeUpCase,
} from './case-work'

export const judgeDocumentSchema = caseSchema
  .extend({
    documentId: z.uuid(),
    /** What the page showed: nothing else is decided on. */
    sha256: z.string().length(64),
    verdict: z.enum(DOCUMENT_VERDICTS),
    /** Why it is rejected. */
    reason: z.string().trim().max(LONGEST_REJECTION).default(''),
  })
  .refine(({ verdict, reason }) => verdict !== 'rejected' || rejectionProblem(reason) === null, {
    path: ['reason'],
    message: 'Enter a reason that onboarding can act on.',
  })

/** `confirmed`: keys of the checklist entries that accepting it has confirmed. */
export type JudgeDocumentResult = { ok: true; confirmed: string[] } | CaseRefusal

/**
 * Accepts or rejects a document for whoever has the case, or takes that back; never one of their own work. Accepted, it
 * confirms for them what nothing else proves; rejected, it fills its slot no more, and proves nothing.
 */
export const judgeDocument = (
  ctx: Ctx,
  input: z.input<typeof judgeDocumentSchema>,
): Promise<JudgeDocumentResult> =>
  ctx.db.transaction(async (tx): Promise<JudgeDocumentResult> => {
    const { applicationId, documentId, sha256, verdict, reason = '' } = input
    const work = await takeUpCase(ctx, tx, applicationId, 'decide on its documents')
    if (!work.ok) return work
    const document = work.documents.find(({ id }) => id === documentId)
    if (document?.sha256 !== sha256)
      return { ok: false, reason: 'changed', message: 'This document is no longer there. Reload the page.' }
    if (verdict === 'accepted') {
      const refusal = await whyNotAccepted(ctx, tx, document)
      if (refusal) return refusal
    }
    const before = [...provedBy(ctx, work, document)]
    await storeVerdict(ctx, tx, work, document, verdict, sanitizeNote(reason.trim()))
    if (verdict !== 'accepted') {
      const keys = verdict === 'rejected' ? restingOn(work, document) : before
      for (const key of keys) await removeConfirmation(ctx, tx, work, key)
      return { ok: true, confirmed: [] }
    }
    const already = await ownConfirmations(ctx, tx, work)
    const now = { ...work, documents: await listDocuments(tx, applicationId) }
    const confirmed = provedBy(ctx, now, document).filter((key) => !already.has(key))
    for (const key of confirmed) await storeConfirmation(ctx, tx, work, key)
    return { ok: true, confirmed }
  })

/** No one accepts what they have not opened. */
async function whyNotAccepted(ctx: Ctx, tx: Tx, document: DocumentItem): Promise<CaseRefusal | null> {
  if (document.scan === 'infected')
    return {
      ok: false,
      reason: 'invalid',
      message: 'Malware was found in this document. Reject it, and ask for a clean file.',
    }
  const readers = await listReaders(tx, [document])
  return readers.get(document.id)?.has(ctx.actor.id)
    ? null
    : {
        ok: false,
        reason: 'unread',
        message: `You have not opened ${document.name}. Open it, then accept it.`,
      }
}

const provedBy = (ctx: Ctx, { draft, documents }: CaseWork, { id }: DocumentItem): string[] =>
  provedByAccepting(
    id,
    draft,
    documents,
    (one) => documents.find((document) => document.id === one)?.acceptedBy.includes(ctx.actor.id) === true,
  ).map(({ key }) => key)

/** The entries that a document is among the proofs of. */
const restingOn = ({ draft, documents }: CaseWork, { id }: DocumentItem): string[] =>
  checklistOf(draft)
    .filter((entry) => proofsOf(entry, draft, documents)?.some((proof) => proof.id === id))
    .map(({ key }) => key)

const ACTIONS = {
  accepted: 'document-accepted',
  rejected: 'document-rejected',
  open: 'document-decision-taken-back',
} as const

/** A row that stays, and one of the audit log. */
async function storeVerdict(
  ctx: Ctx,
  tx: Tx,
  { applicationId }: Pick<CaseWork, 'applicationId'>,
  { id, name, sha256, category, slot }: DocumentItem,
  verdict: DocumentVerdict,
  given = '',
): Promise<void> {
  const reason = verdict === 'rejected' ? given : ''
  await tx
    .insert(documentDecisions)
    .values({ documentId: id, sha256, category, slot, verdict, reason, by: ctx.actor.id, at: ctx.now() })
  await auditCase(ctx, tx, ACTIONS[verdict], applicationId, {
    document: id,
    name,
    filedAs: slot ?? category,
    sha256,
    ...(reason !== '' && { reason }),
  })
}
