import type { Route } from 'next'
import type { AuditDetail } from '@/lib/domain/audit/audit-detail'
import type { AuditKey } from '@/lib/domain/audit/audit-list-query'
import type { ListPage } from '@/lib/server/lists/keyset'
import type { StoredVerification } from './desk-audit'

/** What something was done to; `href` is null where there is no page of it. */
export type SubjectView = { type: string; id: string; words: string; href: Route | null }

export type AuditItem = {
  id: number
  at: string
  /** Null: the desk by itself. `name` is the id of a person who is no more. */
  by: { id: string; name: string } | null
  action: string
  subject: SubjectView
  address: string | null
  /** The beginning of what changed; '' where nothing did, or it is too long to be read for a list. */
  summary: string
}

/** How far the log is sealed, and what was last found when it was verified. */
export type ChainView = {
  seals: number
  sealedAt: string | null
  unsealed: number
  verification: StoredVerification | null
  checkpoint: { at: string; seq: number } | null
  problem: string | null
  keyId: string
}

export type AuditListView = ListPage<AuditItem, AuditKey> & {
  people: readonly { id: string; name: string }[]
  chain: ChainView
}

export type AuditRowView = Omit<AuditItem, 'summary'> &
  AuditDetail & {
    requestId: string
    /** As it stands in the database. */
    raw: string
    seal: { seq: number; seal: string; sealedAt: string } | null
  }
