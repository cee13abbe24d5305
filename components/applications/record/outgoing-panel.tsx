import { ChevronRight } from 'lucide-react'
import { Table, Td, Th } from '@/components/ui/table'
import { type RequestRow, requestWords } from '@/lib/domain/application/request-rows'

/** A request field by field, in the partner's names. The caller has already masked sensitive values. */
export function OutgoingPanel({ title, rows }: { title: string; rows: readonly RequestRow[] }) {
  return (
    <details className="group rounded-lg border border-line bg-surface">
      <summary className="flex min-h-11 items-center gap-2 rounded-lg px-4 py-2.5">
        <ChevronRight className="size-4 shrink-0 text-muted group-open:rotate-90" aria-hidden="true" />
        <span className="flex flex-wrap items-baseline gap-x-2">
          <h2 className="text-base font-semibold">{title}</h2>
          {rows.length > 0 && (
            <span className="text-sm text-muted">{requestWords(rows)}, by partner field name</span>
          )}
        </span>
      </summary>
      <div className="border-t border-line">
        {rows.length === 0 ? (
          <p className="px-4 py-3 text-sm text-muted">
            This is made when nothing blocks any more: until then there is no complete request to show.
          </p>
        ) : (
          <Table label={title} box className="rounded-b-lg">
            <thead>
              <tr>
                <Th>Partner’s field</Th>
                <Th>Value</Th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ path, value }) => (
                <tr key={path}>
                  <Th scope="row" className="font-mono text-xs font-normal break-all">
                    {path}
                  </Th>
                  <Td className="font-mono text-xs break-words whitespace-pre-wrap">
                    {value === null ? (
                      <span className="text-faint">null</span>
                    ) : typeof value === 'string' ? (
                      <bdi>{value}</bdi>
                    ) : (
                      // Numbers and booleans are sent without quotes; the color tells them from text.
                      <span className="text-accent-ink">{String(value)}</span>
                    )}
                  </Td>
                </tr>
              ))}
            </tbody>
          </Table>
        )}
      </div>
    </details>
  )
}
