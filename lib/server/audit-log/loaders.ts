import 'server-only'
import { asc, sql } from 'drizzle-orm'
import { notFound } from 'next/navigation'
import { cache } from 'react'
import { users } from '@/lib/db/schema/people'
import { type AuditListQuery, auditList } from '@/lib/domain/audit/audit-list-query'
import { routes } from '@/lib/routes'
import { loadContext } from '@/lib/server/page-context'
import { requireDesk } from '@/lib/server/running-desk'
import type { Ctx } from '@/lib/server/services'
import { lastVerification } from './desk-audit'
import { listAuditPage, viewAuditRow } from './list'
import { SEALED_UP_TO } from './mark'
import type { AuditListView, AuditRowView, ChainView } from './views'

export async function loadAuditLog(query: AuditListQuery): Promise<AuditListView> {
  const asked = auditList.write(query)
  const ctx = await loadContext('audit:read', asked === '' ? routes.audit : `${routes.audit}?${asked}`)
  const [page, people, chain] = await Promise.all([
    listAuditPage(ctx, query),
    ctx.db.select({ id: users.id, name: users.name }).from(users).orderBy(asc(users.name)),
    viewChain(ctx),
  ])
  return { ...page, people, chain }
}

async function viewChain(ctx: Ctx): Promise<ChainView> {
  const { audit } = requireDesk()
  const { last, problem } = audit.checkpoints()
  const [verification, { rows }] = await Promise.all([
    lastVerification(ctx),
    ctx.db.execute<{ seals: string; sealedAt: string | null; unsealed: string }>(sql`
      with last_seal as (select seq, sealed_at from audit_seals order by seq desc limit 1)
      select coalesce((select seq from last_seal), 0)::text as seals,
        to_char((select sealed_at from last_seal) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "sealedAt",
        (select count(*) from audit_log a
          where a.xid >= coalesce(${SEALED_UP_TO}, '0'::xid8)
          and not exists (select from audit_seals s where s.audit_id = a.id))::text as unsealed`),
  ])
  return {
    seals: Number(rows[0]?.seals ?? 0),
    sealedAt: rows[0]?.sealedAt ?? null,
    unsealed: Number(rows[0]?.unsealed ?? 0),
    verification,
    checkpoint: last && { at: last.at, seq: last.seq },
    problem,
    keyId: audit.publicKey.id,
  }
}

export const loadAuditRow = cache(async (text: string): Promise<AuditRowView> => {
  const id = /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null
  const ctx = await loadContext('audit:read', id === null ? routes.audit : routes.auditRow(id))
  return (id === null ? null : await viewAuditRow(ctx, id)) ?? notFound()
})
