import { Badge } from '@/components/ui/badge'
import type { Role } from '@/lib/domain/access/permissions'
import { ROLE_LABELS } from '@/lib/domain/access/roles'

export const RoleBadges = ({ roles }: { roles: readonly Role[] }) => (
  <span className="inline-flex flex-wrap gap-1">
    {roles.map((role) => (
      <Badge key={role} tone={role === 'admin' ? 'progress' : 'neutral'}>
        {ROLE_LABELS[role].label}
      </Badge>
    ))}
  </span>
)

export const rolesText = (roles: readonly Role[]): string =>
  roles.map((role) => ROLE_LABELS[role].label).join(', ')
