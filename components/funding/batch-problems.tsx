import { Download } from 'lucide-react'
import { useDeferredValue } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Panel } from '@/components/ui/panel'
import { Table, Td, Th } from '@/components/ui/table'
import { FIELD_LABELS } from '@/lib/domain/funding/columns'
import { problemText } from '@/lib/domain/funding/line-problem'
import { counted } from '@/lib/domain/values/counted'
import type { CheckedBatch } from './batch-messages'
import { NotInLog, notInLogWords } from './not-in-log'

const FIRST_ROWS = 20

/** Every problem with its row and the cell as written; only the first ones if there are very many. */
export function BatchProblems({
  checked,
  checking,
  onDownload,
}: {
  checked: CheckedBatch
  checking: boolean
  onDownload: () => void
}) {
  const { problems, heldAsIs, totals, warnedRows, amountStyle, missing, money, unlogged, counts } = checked
  // More than fit in the box; the others render later.
  const rows = useDeferredValue(problems, problems.slice(0, FIRST_ROWS))
  const all = totals.errors + totals.warnings
  if (all === 0) {
    // No verdict before everything that it depends on is decided.
    const isOpen = checking || amountStyle === null || missing.length > 0
    if (isOpen || totals.lines === 0) return null
    return money === 'failed' ? (
      <Callout tone="warn" live="status" title="Not compared with sales and merchants yet">
        The desk did not answer. The draft will be compared with them before it can be submitted.
      </Callout>
    ) : (
      // A total that could not be compared with anything is no good news.
      <Callout
        tone={unlogged === 0 ? 'good' : 'warn'}
        live="status"
        title={unlogged === 0 ? 'No issues found' : `No issues found, but ${notInLogWords(unlogged)}`}
      >
        {unlogged === 0
          ? 'Every row was checked: format, merchant, sale and earlier funding.'
          : `Every row was checked: format, merchant and earlier funding. There is no sale to compare the ${unlogged === 1 ? 'amount' : 'amounts'} with.`}
      </Callout>
    )
  }
  // If the log has other transactions of the batch, each missing one has an issue of its own.
  const isSaid = counts.some(({ code }) => code === 'unlogged' || code === 'not-in-log')
  return (
    <>
      {!isSaid && <NotInLog count={unlogged} />}
      <Panel
        title={
          <span className="flex flex-wrap items-center gap-2" role="status">
            Issues
            {totals.errors > 0 && <Badge tone="bad">{counted(totals.errors, 'error')}</Badge>}
            {totals.warnings > 0 && (
              <Badge tone="warn">
                {warnedRows > 0 ? `${counted(warnedRows, 'row')} with warnings` : 'Warnings'}
              </Badge>
            )}
          </span>
        }
        description={
          problems.length + heldAsIs < all
            ? `The first ${problems.length} are shown. The download has all of them.`
            : undefined
        }
        actions={
          <Button size="small" onClick={onDownload}>
            <Download aria-hidden="true" />
            Download with issues
          </Button>
        }
        flush
      >
        <Table label="Issues" box className="max-h-112">
          <thead>
            <tr>
              <Th numeric>Row</Th>
              <Th>Cell</Th>
              <Th>Issue</Th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ problem, line, isAdded }) => (
              <tr key={`${problem.row} ${problem.field} ${problem.code} ${problem.merchant ?? ''}`}>
                <Td numeric>{isAdded ? <span className="text-muted">added</span> : problem.row}</Td>
                <Td>
                  {problem.field && (
                    <>
                      {FIELD_LABELS[problem.field]}
                      <code className="id block text-xs text-muted">{line?.[problem.field]}</code>
                    </>
                  )}
                </Td>
                <Td>
                  <span
                    className={`wrap-anywhere ${problem.severity === 'error' ? 'text-bad-ink' : 'text-warn-ink'}`}
                  >
                    {problemText(problem, line ?? undefined)}
                  </span>
                </Td>
              </tr>
            ))}
            {heldAsIs > 0 && (
              <tr>
                <Td />
                <Td />
                <Td>
                  <span className="text-warn-ink">
                    {heldAsIs.toLocaleString('en-US')} transactions stay as the partner holds them.
                  </span>
                </Td>
              </tr>
            )}
          </tbody>
        </Table>
      </Panel>
    </>
  )
}
