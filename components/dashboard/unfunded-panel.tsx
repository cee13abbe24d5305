import { callbackAddress } from '@/components/callbacks/callback-address'
import { Link } from '@/components/ui/link'
import { Money } from '@/components/ui/money'
import { Panel } from '@/components/ui/panel'
import { Table, Td, Th } from '@/components/ui/table'
import { AGES, daysOfAge } from '@/lib/domain/callbacks/ageing'
import type { CallbackListQuery } from '@/lib/domain/callbacks/callback-list-query'
import { FUNDING_LABELS } from '@/lib/domain/callbacks/event-labels'
import { OPEN_WORDS } from '@/lib/domain/callbacks/open-amount'
import type { IsoDate } from '@/lib/domain/values/calendar'
import { routes } from '@/lib/routes'
import type { UnfundedAges } from '@/lib/server/dashboard/views'
import { figureText } from './labels'

/** How long sales have waited for their money. Each figure links to its sales. */
export function UnfundedPanel({ unfunded, today }: { unfunded: UnfundedAges; today: IsoDate }) {
  const { sales, amountMinor, ages, held, draft, left } = unfunded
  const open = sales + draft.sales + left.sales
  return (
    <Panel
      title="Unfunded by age"
      flush={open > 0}
      actions={
        <Link href={routes.unfundedSales} className="text-sm text-accent-ink hover:underline">
          By merchant
        </Link>
      }
      footer={
        open > 0 && (
          <>
            {held.sales > 0 && (
              <>
                {held.sales === 1 ? 'One of them is' : `${figureText(held.sales)} of them are`} on hold,{' '}
                <Money amountMinor={held.amountMinor} />.{' '}
              </>
            )}
            {OPEN_WORDS}
          </>
        )
      }
    >
      {open === 0 ? (
        <p className="text-muted">No unfunded sales: all are funded or in a submitted batch.</p>
      ) : (
        <Table label="Unfunded sales by age">
          <thead>
            <tr>
              <Th>Received</Th>
              <Th numeric>Sales</Th>
              <Th numeric>Amount</Th>
            </tr>
          </thead>
          <tbody>
            {AGES.map((age, index) => {
              const of = ages[index] ?? { sales: 0, amountMinor: 0 }
              return (
                <tr key={age.label}>
                  <Th scope="row" className="py-1.5! align-middle! font-normal!">
                    {age.label}
                  </Th>
                  <Td numeric className="py-1.5! align-middle!">
                    {of.sales === 0 ? (
                      <span className="text-faint">0</span>
                    ) : (
                      <Link
                        href={callbackAddress({ funding: ['unfunded'], ...daysOfAge(age, today) })}
                        aria-label={`${figureText(of.sales)} unfunded, ${age.label}`}
                        className="inline-flex min-h-6 min-w-6 items-center justify-end text-accent-ink hover:underline"
                      >
                        {figureText(of.sales)}
                      </Link>
                    )}
                  </Td>
                  <Td numeric className="py-1.5! align-middle!">
                    <Money amountMinor={of.amountMinor} />
                  </Td>
                </tr>
              )
            })}
            <Apart words={FUNDING_LABELS['in-draft'].label} query={{ funding: ['in-draft'] }} sum={draft} />
            <Apart words="Left of partially funded sales" query={{ short: true }} sum={left} />
            <tr className="font-medium">
              <Th scope="row">All</Th>
              <Td numeric>{figureText(open)}</Td>
              <Td numeric>
                <Money amountMinor={amountMinor + draft.amountMinor + left.amountMinor} />
              </Td>
            </tr>
          </tbody>
        </Table>
      )}
    </Panel>
  )
}

/** Also open, but without an age. */
function Apart({
  words,
  query,
  sum,
}: {
  words: string
  query: Partial<CallbackListQuery>
  sum: UnfundedAges['left']
}) {
  if (sum.sales === 0) return null
  return (
    <tr>
      <Th scope="row" className="py-1.5! align-middle! font-normal!">
        {words}
      </Th>
      <Td numeric className="py-1.5! align-middle!">
        <Link
          href={callbackAddress(query)}
          aria-label={`${words}: ${figureText(sum.sales)}`}
          className="inline-flex min-h-6 min-w-6 items-center justify-end text-accent-ink hover:underline"
        >
          {figureText(sum.sales)}
        </Link>
      </Td>
      <Td numeric className="py-1.5! align-middle!">
        <Money amountMinor={sum.amountMinor} />
      </Td>
    </tr>
  )
}
