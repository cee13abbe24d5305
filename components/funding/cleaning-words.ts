import type { ColumnCleaning } from '@/lib/domain/funding/clean-cells'
import { FIELD_NOUNS } from '@/lib/domain/funding/columns'
import { counted } from '@/lib/domain/values/counted'

/** `Clean 1,999 amounts` */
export const cleaningWords = ({ field, cleaned }: ColumnCleaning): string =>
  `Clean ${counted(cleaned.size, FIELD_NOUNS[field])}`

/** Shows invisible characters as boxes. */
export const visible = (text: string): string => text.toWellFormed().replace(/[\p{Cc}\p{Cf}]/gu, '\ufffd')
