import Link from 'next/link'
import { Callout } from '@/components/ui/callout'
import type { LeftOut } from '@/lib/domain/callbacks/left-out'
import { routes } from '@/lib/routes'
import type { LeftOutCount } from '@/lib/server/callbacks/fund-sales'
import { counted } from './counted'

const WORDS: Readonly<Record<LeftOut, string>> = {
  'in-batch': 'in a batch already',
  funded: 'funded already',
  outside: 'marked as funded outside the desk',
  'no-sale': 'no approved sale',
  conflict: 'in conflict: somebody has to say first which content stands',
  'amount-unknown': 'without a known amount: it has to be set first',
  'other-currency': 'in another currency than US dollars',
  'link-amount': 'of another amount than the payment link asked for: each has to be closed first',
  'told-twice': 'a transaction that another receiver told of too, and that is in it once',
}

/** Which sales stay out of a batch, and why. */
export function LeftOutList({ leftOut }: { leftOut: readonly LeftOutCount[] }) {
  if (leftOut.length === 0) return null
  const total = leftOut.reduce((sum, { sales }) => sum + sales, 0)
  return (
    <Callout tone="warn" title={`${counted(total, 'sale')} ${total === 1 ? 'stays' : 'stay'} out of it`}>
      <ul className="flex flex-col gap-0.5">
        {leftOut.map(({ reason, sales, batches }) => (
          <li key={reason}>
            {sales.toLocaleString('en-US')} {WORDS[reason]}
            {batches.map(({ id, number }, index) => (
              <span key={id}>
                {index === 0 ? ': ' : ', '}
                <Link
                  href={routes.fundingBatch(id)}
                  prefetch={false}
                  className="font-medium text-accent-ink hover:underline"
                >
                  B-{number}
                </Link>
              </span>
            ))}
          </li>
        ))}
      </ul>
    </Callout>
  )
}
