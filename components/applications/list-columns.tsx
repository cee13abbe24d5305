import { TriangleAlert } from 'lucide-react'
import { type Column, defineColumns } from '@/components/lists/columns'
import { Badge } from '@/components/ui/badge'
import { CopyableId } from '@/components/ui/copyable-id'
import { DateTime } from '@/components/ui/date-time'
import { Link } from '@/components/ui/link'
import { KIND_LABELS } from '@/lib/domain/application/kind-labels'
import { LIST_COLUMNS, type ListColumn, STANDARD_COLUMNS } from '@/lib/domain/application/list-query'
import { taxIdEnding } from '@/lib/domain/application/tax-id-ending'
import { routes } from '@/lib/routes'
import type { ApplicationListRow } from '@/lib/server/applications/list-loaders'
import { ApplicationStatusBadge } from './application-status-badge'

type ApplicationColumn = Omit<Column<ApplicationListRow>, 'id' | 'title'> & { title: string }

/** Number, merchant and status are always shown. */
const FIXED = defineColumns<ApplicationListRow>([
  {
    id: 'number',
    title: 'Number',
    card: 'subtitle',
    cell: ({ id, number, kind }) => (
      <>
        <Link href={routes.application(id)}>{`A-${number}`}</Link>{' '}
        {/* “PayFac” is all that a row needs of the name. */}
        <Badge
          tone={kind === 'full' ? 'progress' : 'neutral'}
          title={kind === 'full' ? KIND_LABELS[kind].name : undefined}
        >
          {KIND_LABELS[kind].short}
        </Badge>
      </>
    ),
  },
  { id: 'merchant', title: 'Merchant', card: 'title', cell: namesOf },
  {
    id: 'status',
    title: 'Status',
    card: 'badge',
    cell: (application) => (
      <>
        {/* The progress below already says what to do next. */}
        <ApplicationStatusBadge application={application} brief={application.progress !== null} />{' '}
        {application.progress && (
          <small className={application.ready === 'but-slips' ? 'list-warning' : undefined}>
            {application.ready === 'but-slips' && <TriangleAlert aria-hidden="true" />}
            {application.progress}
          </small>
        )}
      </>
    ),
  },
])

/** The columns that can be chosen. */
export const COLUMN_VIEWS: Readonly<Record<ListColumn, ApplicationColumn>> = {
  ownership: { title: 'Ownership', cell: ({ ownership }) => ownership },
  underwriting: {
    title: 'Underwriting',
    cell: ({ partnerUnderwrites }) =>
      partnerUnderwrites == null ? null : partnerUnderwrites ? 'By the partner' : 'By us',
  },
  'tax-id': {
    title: 'Tax ID',
    className: 'whitespace-nowrap',
    cell: ({ taxIdLast4, ownership }) => taxIdEnding(taxIdLast4, ownership),
  },
  stage: { title: 'Stage', cell: ({ stage }) => stage && <bdi>{stage}</bdi> },
  opportunity: {
    title: 'Opportunity',
    cell: ({ opportunityId, number }) =>
      opportunityId && <CopyableId value={opportunityId} label={`opportunity id of A-${number}`} />,
  },
  account: {
    title: 'Account',
    cell: ({ accountId, number }) =>
      accountId && <CopyableId value={accountId} label={`account id of A-${number}`} />,
  },
  assignee: { title: 'Assignee', cell: ({ assignee }) => assignee && <PersonName name={assignee} /> },
  documents: { title: 'Documents', numeric: true, cell: ({ documents }) => documents },
  started: { title: 'Started', cell: ({ createdAt }) => createdAt && <DateTime at={createdAt} /> },
  'started-by': {
    title: 'Started by',
    cell: ({ createdBy }) => createdBy && <PersonName name={createdBy} />,
  },
  changed: { title: 'Last change', cell: ({ updatedAt }) => updatedAt && <DateTime at={updatedAt} /> },
}

export const shownColumns = (chosen: readonly ListColumn[] | null): readonly ListColumn[] =>
  LIST_COLUMNS.filter((column) => (chosen ?? STANDARD_COLUMNS).includes(column))

/** The fixed columns, and those that were chosen in place of the standard ones. */
export const columnsOf = (chosen: readonly ListColumn[] | null): readonly Column<ApplicationListRow>[] => [
  ...FIXED,
  ...shownColumns(chosen).map((id) => ({ id, ...COLUMN_VIEWS[id] })),
]

/** A draft's name opens its next step; its number opens its page, as everywhere. */
function namesOf({ id, status, dbaName, legalName }: ApplicationListRow) {
  const name = dbaName || legalName
  return (
    <>
      {/* On a line of its own: not everybody can tell a link from surrounding text by color alone. */}
      <Link
        href={status === 'draft' ? routes.applicationNext(id) : routes.application(id)}
        className={name === '' ? 'link list-name font-normal italic' : undefined}
      >
        <bdi>{name || 'Untitled application'}</bdi>
      </Link>
      {legalName !== '' && legalName !== name && <bdi className="list-second-name">{legalName}</bdi>}
    </>
  )
}

const PersonName = ({ name }: { name: string }) => (
  <bdi className="list-person" title={name.length > 20 ? name : undefined}>
    {name}
  </bdi>
)
