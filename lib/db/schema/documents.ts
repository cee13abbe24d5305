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
    /** What it was called where that says another kind than its content; null where its name fits. */
    calledAs: text('called_as'),
    category: text().notNull(),
    /** The slot of the document plan that it was added for; null where only its category was said. */
    slot: text(),
    mediaType: text('media_type').notNull(),
    sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
    sha256: text().notNull(),
    /** The key of its content, sealed; null while the content still lies in the clear, as it did before it was sealed. */
    sealedKey: text('sealed_key'),
    /** What the malware scanner said; null where none was asked. */
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
    /** When the content of a removed one was taken off the disk. */
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
