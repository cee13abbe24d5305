import { sql } from 'drizzle-orm'
import { bigint, index, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { DeliveryState } from '@/lib/domain/documents/delivery-state'
import type { ScanState } from '@/lib/domain/documents/scan-state'
import { applications } from './applications'
import { moment } from './columns'
import { users } from './people'

export const documents = pgTable(
  'documents',
  {
    id: uuid().primaryKey().defaultRandom(),
    applicationId: uuid('application_id')
      .notNull()
      .references(() => applications.id),
    name: text().notNull(),
    /** The original name if its extension does not match the content; otherwise null. */
    calledAs: text('called_as'),
    category: text().notNull(),
    /** The document plan slot that it was added for; null if only its category was given. */
    slot: text(),
    mediaType: text('media_type').notNull(),
    sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
    sha256: text().notNull(),
    /** The key of its content, sealed; null while the content, from an older version, is still in plain text. */
    sealedKey: text('sealed_key'),
    /** The malware scanner's verdict; null if there was no scan. */
    scan: text().$type<ScanState>(),
    scanFinding: text('scan_finding'),
    delivery: text().$type<DeliveryState>().notNull(),
    deliveryMessage: text('delivery_message'),
    attachmentId: text('attachment_id'),
    uploadedBy: uuid('uploaded_by')
      .notNull()
      .references(() => users.id),
    uploadedAt: moment('uploaded_at').notNull(),
    removedAt: moment('removed_at'),
    /** When the content of a removed document was deleted. */
    erasedAt: moment('erased_at'),
  },
  (table) => [
    index('documents_application').on(table.applicationId, table.uploadedAt),
    index('documents_troubled')
      .on(table.uploadedAt.desc(), table.id.desc())
      .where(sql`removed_at is null and delivery in ('refused', 'not-sent', 'unknown')`),
    index('documents_infected')
      .on(table.uploadedAt.desc(), table.id.desc())
      .where(sql`removed_at is null and scan = 'infected'`),
  ],
)
