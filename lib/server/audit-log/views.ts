import type { Route } from 'next'
import type { AuditDetail } from '@/lib/domain/audit/audit-detail'
import type { AuditKey } from '@/lib/domain/audit/audit-list-query'
import type { ListPage } from '@/lib/server/lists/keyset'
import type { StoredVerification } from './desk-audit'

/** The subject of an action. `href` is null if it has no page. */
export type SubjectView = { type: string; id: string; words: string; href: Route | null }

export type AuditItem = {
  id: number
  at: string
  /** Null for automatic actions. `name` is the id if the person no longer exists. */
  by: { id: string; name: string } | null
  action: string
  subject: SubjectView
  address: string | null
  /** The beginning of what changed; '' if nothing did, or if it is too long to load for a list. */
  summary: string
}

/** How far the log is sealed, and the result of the last verification. */
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
  /** More applications have the name that is searched for than the search looks at. */
  hasMore: boolean
  people: readonly { id: string; name: string }[]
  chain: ChainView
}

export type AuditRowView = Omit<AuditItem, 'summary'> &
  AuditDetail & {
    requestId: string
    /** As stored in the database. */
    raw: string
    seal: { seq: number; seal: string; sealedAt: string } | null
  }
