import { readAnswer, troubleWords } from '@/components/forms/action-answer'
import { Table, Td, Th } from '@/components/ui/table'
import { FIELD_LABELS } from '@/lib/domain/funding/columns'
import type { CellChange } from '@/lib/domain/funding/content-change'
import { listChangesAction } from '@/lib/server/funding/actions'
import { PartsEnd } from './parts-end'
import { useParts } from './use-parts'

/** Every cell that some saves changed, loaded in parts. */
export default function HistoryCells({ batchId, entries }: { batchId: string; entries: readonly number[] }) {
  const parts = useParts<CellChange, HTMLTableSectionElement>(async (after) => {
    const called = await readAnswer(listChangesAction({ batchId, entries: [...entries], after }), 'try-again')
    return called.ok
      ? { items: called.data.cells, next: called.data.next }
      : { problem: troubleWords(called.trouble) }
  })
  const cells = parts.items

  return (
    <>
      {cells !== null && cells.length === 0 && <p className="mt-1 text-muted">No cells differ.</p>}
      {cells !== null && cells.length > 0 && (
        <div className="mt-2 overflow-clip rounded-md border border-line">
          <Table label="Changed cells" box>
            <thead>
              <tr>
                <Th numeric>Row</Th>
                <Th>Cell</Th>
                <Th>Before</Th>
                <Th>After</Th>
              </tr>
            </thead>
            <tbody ref={parts.rows}>
              {cells.map(({ row, field, from, to }) => (
                <tr key={`${row} ${field}`}>
                  <Td numeric>{row}</Td>
                  <Td>{FIELD_LABELS[field]}</Td>
                  <Td>
                    <Cell text={from} />
                  </Td>
                  <Td>
                    <Cell text={to} />
                  </Td>
                </tr>
              ))}
            </tbody>
          </Table>
        </div>
      )}
      <PartsEnd parts={parts} />
    </>
  )
}

const Cell = ({ text }: { text: string | null }) =>
  text === null ? (
    <span className="text-faint">no row</span>
  ) : text === '' ? (
    <span className="text-faint">blank</span>
  ) : (
    <code className="id">{text}</code>
  )
