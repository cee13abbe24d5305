import { fetchLive } from '@/components/shell/fetch-live'
import { Table, Td, Th } from '@/components/ui/table'
import { counted } from '@/lib/domain/values/counted'
import { routes } from '@/lib/routes'
import type { UnmatchedErrorPage } from '@/lib/server/funding/views'
import { PartsEnd } from './parts-end'
import { useParts } from './use-parts'

/** All of them, loaded in parts. */
export default function UnmatchedErrorTable({
  batchId,
  attemptId,
  count,
  words,
}: {
  batchId: string
  attemptId: string
  count: number
  /** The table's label. */
  words: string
}) {
  const parts = useParts(async (after) => {
    const looked = await fetchLive<UnmatchedErrorPage>(routes.api.fundingUnmatched(batchId, attemptId, after))
    return looked.ok ? { items: looked.value.errors, next: looked.value.next } : looked
  })
  const errors = parts.items ?? []

  return (
    <>
      <p className="mt-1 max-w-prose text-muted">
        As received from the partner. The results file lists them after the rows.
      </p>
      {errors.length > 0 && (
        <div className="mt-2 overflow-clip rounded-md border border-line">
          <Table label={words} box>
            <thead>
              <tr>
                <Th>Transaction ID</Th>
                <Th>Retrieval reference number</Th>
                <Th>Code</Th>
                <Th>Partner’s message</Th>
              </tr>
            </thead>
            <tbody>
              {errors.map(({ n, transactionId, retrievalReferenceNumber, errorCode, errorMessage }) => (
                <tr key={n}>
                  <Td>{transactionId ? <code className="id">{transactionId}</code> : <None />}</Td>
                  <Td>
                    {retrievalReferenceNumber ? (
                      <code className="id">{retrievalReferenceNumber}</code>
                    ) : (
                      <None />
                    )}
                  </Td>
                  <Td>{errorCode ? <code>{errorCode}</code> : <None />}</Td>
                  <Td className="min-w-40 break-words">{errorMessage || <None />}</Td>
                </tr>
              ))}
            </tbody>
          </Table>
        </div>
      )}
      <PartsEnd
        parts={parts}
        read={
          parts.hasMore && errors.length > 0
            ? `${counted(errors.length, 'error')} of ${counted(count, 'error')}`
            : ''
        }
      />
    </>
  )
}

function None() {
  return (
    <span className="text-faint">
      <span aria-hidden="true">–</span>
      <span className="sr-only">none given</span>
    </span>
  )
}
