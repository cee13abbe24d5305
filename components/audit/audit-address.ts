import { addressesOf } from '@/components/lists/list-address'
import { auditList } from '@/lib/domain/audit/audit-list-query'
import { routes } from '@/lib/routes'

export const auditAddress = addressesOf(auditList, routes.audit)
