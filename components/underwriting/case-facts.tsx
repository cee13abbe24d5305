import type { ReactNode } from 'react'
import { wholeMoneyText } from '@/components/ui/money'
import { parseDate } from '@/lib/domain/values/calendar'
import { counted } from '@/lib/domain/values/counted'
import { CATEGORY_NAMES } from '@/lib/domain/values/merchant-category-names'
import { wholeYears } from '@/lib/domain/values/whole-years'
import type { CaseView } from '@/lib/server/underwriting/loaders'

/** The main facts of a decision, above the details: the merchant, its owners, and its volume. */
export function CaseFacts({ view: { application } }: { view: CaseView }) {
  const { merchant, contacts, options } = application.draft
  const owners = contacts.items
    .filter(({ percentageOwned }) => percentageOwned.trim() !== '')
    .map(({ id, firstName, lastName, percentageOwned }) => ({
      id,
      name: `${firstName} ${lastName}`,
      // The percent sign may have been typed.
      share: `${percentageOwned.trim().replace(/\s*%$/, '')}%`,
    }))
  const category = CATEGORY_NAMES[merchant.mcc]
  const established = parseDate(merchant.dateEstablished)
  const years = established === null ? null : wholeYears(established, application.today)
  const age = years !== null && (years === 0 ? 'under a year ago' : `${counted(years, 'year')} ago`)
  return (
    <dl
      aria-label="Key facts"
      className="mb-4 grid grid-cols-2 gap-x-6 gap-y-3 rounded-lg border border-line bg-surface px-4 py-3 lg:grid-cols-3 xl:grid-cols-6"
    >
      <Fact term="Business" note={merchant.ownership}>
        <bdi>{merchant.legalName}</bdi>
      </Fact>
      <Fact term="Category" note={category}>
        {merchant.mcc}
      </Fact>
      <Fact
        term="Established"
        note={[merchant.formationState && `in ${merchant.formationState}`, age].filter(Boolean).join(', ')}
      >
        {established?.slice(0, 4) ?? merchant.dateEstablished}
      </Fact>
      <Fact term="Highest monthly volume">{wholeMoneyText(options.highMonthlyVolume)}</Fact>
      <Fact
        term="Average ticket"
        note={options.highTicket && `highest ${wholeMoneyText(options.highTicket)}`}
      >
        {wholeMoneyText(options.averageTicket)}
      </Fact>
      <Fact term={owners.length === 1 ? 'Owner' : 'Owners'}>
        {owners.length > 0 && (
          <ul>
            {owners.map(({ id, name, share }) => (
              <li key={id}>
                <bdi>{name}</bdi> <span className="font-normal text-muted">{share}</span>
              </li>
            ))}
          </ul>
        )}
      </Fact>
    </dl>
  )
}

function Fact({ term, note, children }: { term: string; note?: ReactNode; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{term}</dt>
      <dd className="font-medium break-words">
        {children || <span className="font-normal text-faint">Not given</span>}
        {note && <span className="block text-sm font-normal text-muted">{note}</span>}
      </dd>
    </div>
  )
}
