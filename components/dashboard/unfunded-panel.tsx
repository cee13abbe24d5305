import Link from 'next/link'
import { callbackAddress } from '@/components/callbacks/callback-address'
import { Money } from '@/components/ui/money'
import { Panel } from '@/components/ui/panel'
import { Table, Td, Th } from '@/components/ui/table'
import { AGES, daysOfAge } from '@/lib/domain/callbacks/ageing'
import { routes } from '@/lib/routes'
import type { UnfundedAges } from '@/lib/server/dashboard/views'
import { figureText } from './labels'

/** For how long sales have waited for their money. Each figure leads to its sales. */
export function UnfundedPanel({ unfunded, at }: { unfunded: UnfundedAges; at: string }) {
  const { sales, amountMinor, ages, held, left } = unfunded
  const open = sales + left.sales
  return (
    <Panel
      title="Unfunded by age"
      flush={open > 0}
      actions={
        <Link
          href={routes.unfundedSales}
          prefetch={false}
          className="text-sm text-accent-ink hover:underline"
        >
          By merchant
        </Link>
      }
      footer={
        held > 0 &&
        `${held === 1 ? 'One of them is' : `${figureText(held)} of them are`} on hold: counted, but excluded from the amounts.`
      }
    >
      {open === 0 ? (
        <p className="text-muted">No unfunded sales: all are funded or in a batch.</p>
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
                        href={callbackAddress({ funding: ['unfunded'], ...daysOfAge(age, at.slice(0, 10)) })}
                        prefetch={false}
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
            {left.sales > 0 && (
              <tr>
                <Th scope="row" className="py-1.5! align-middle! font-normal!">
                  Left of partially funded sales
                </Th>
                <Td numeric className="py-1.5! align-middle!">
                  <Link
                    href={callbackAddress({ short: true })}
                    prefetch={false}
                    aria-label={`${figureText(left.sales)} partially funded`}
                    className="inline-flex min-h-6 min-w-6 items-center justify-end text-accent-ink hover:underline"
                  >
                    {figureText(left.sales)}
                  </Link>
                </Td>
                <Td numeric className="py-1.5! align-middle!">
                  <Money amountMinor={left.amountMinor} />
                </Td>
              </tr>
            )}
            <tr className="font-medium">
              <Th scope="row">All</Th>
              <Td numeric>{figureText(open)}</Td>
              <Td numeric>
                <Money amountMinor={amountMinor + left.amountMinor} />
              </Td>
            </tr>
          </tbody>
        </Table>
      )}
    </Panel>
  )
}
