import { useId } from 'react'
import { Option } from '@/components/forms/option'
import { Panel } from '@/components/ui/panel'
import { Table, Td, Th } from '@/components/ui/table'
import { FIELD_LABELS, LINE_FIELDS, type LineField } from '@/lib/domain/funding/columns'
import { counted } from '@/lib/domain/values/counted'
import type { CheckedBatch, Choice } from './batch-messages'

/** A column's name, distinct from the others. */
function columnName(columns: readonly string[], at: number): string {
  const name = columns[at] ?? ''
  if (name === '') return `Column ${at + 1} (unnamed)`
  return columns.indexOf(name) === columns.lastIndexOf(name) ? name : `${name} (column ${at + 1})`
}

/** Assigns the columns, with a preview of the first rows. */
export function BatchColumns({
  checked,
  remembered,
  disabled,
  onChoose,
  onChooseSheet,
}: {
  checked: CheckedBatch
  /** The assignment is remembered from an earlier file. */
  remembered: boolean
  disabled: boolean
  onChoose: (choice: Choice) => void
  onChooseSheet: (sheet: string) => void
}) {
  const { columns, mapping, hasHeader, amountStyle, sample, cells, missing, notes, source, sheets, sheet } =
    checked
  const choice: Choice = { mapping, hasHeader, amountStyle }
  const id = useId()

  function match(field: LineField, column: number | null) {
    const next = { ...mapping, [field]: column }
    // A column has one field, so its previous field loses it.
    for (const other of LINE_FIELDS) if (other !== field && next[other] === column) next[other] = null
    // A different amount column has to be asked about again.
    onChoose({ ...choice, mapping: next, ...(next.amount !== mapping.amount && { amountStyle: null }) })
  }

  return (
    <Panel
      title="Column mapping"
      description={
        [remembered && 'Using the last column mapping.', ...notes].filter(Boolean).join(' ') || undefined
      }
    >
      <fieldset disabled={disabled} className="grid gap-x-8 gap-y-4 lg:grid-cols-[3fr_2fr]">
        <legend className="sr-only">Column mapping</legend>
        {sheets.length > 1 && (
          <div className="flex min-w-0 flex-col gap-1 lg:col-span-2">
            <label htmlFor={`${id}-sheet`} className="text-sm font-medium">
              Sheet
            </label>
            <select
              id={`${id}-sheet`}
              value={sheet ?? ''}
              onChange={({ target }) => onChooseSheet(target.value)}
              className="control control-select sm:max-w-80"
            >
              {sheets.map(({ name, rows }) => (
                <option key={name} value={name}>
                  {name} ({counted(rows, 'row')})
                </option>
              ))}
            </select>
          </div>
        )}
        <div className="grid gap-3 sm:grid-cols-2">
          {LINE_FIELDS.map((field) => (
            <div key={field} className="flex min-w-0 flex-col gap-1">
              <label htmlFor={`${id}-${field}`} className="text-sm font-medium">
                {FIELD_LABELS[field]}
              </label>
              <select
                id={`${id}-${field}`}
                value={mapping[field] ?? ''}
                onChange={({ target }) => match(field, target.value === '' ? null : Number(target.value))}
                className="control control-select"
              >
                <option value="">No column</option>
                {columns.map((_, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other name of their own
                  <option key={at} value={at}>
                    {columnName(columns, at)}
                  </option>
                ))}
              </select>
            </div>
          ))}
        </div>
        <div className="flex flex-col gap-3">
          {source !== 'json' && (
            <Option
              type="checkbox"
              checked={hasHeader}
              onChange={({ target }) => onChoose({ ...choice, hasHeader: target.checked })}
              label="The file has a header row"
            />
          )}
        </div>
      </fieldset>
      {missing.length > 0 && (
        <div className="mt-4 overflow-clip rounded-md border border-line">
          {/* The head sticks to its own box; without one it would cover the first rows. */}
          <Table label="The first rows of the file" box>
            <thead>
              <tr>
                <Th numeric>Row</Th>
                {columns.map((_, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: columns have no other name of their own
                  <Th key={at}>{columnName(columns, at)}</Th>
                ))}
              </tr>
            </thead>
            <tbody>
              {cells.map((each) => (
                <tr key={each.row}>
                  <Td numeric className="text-faint">
                    {each.row}
                  </Td>
                  {columns.map((_, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: cells have no name
                    <Td key={at}>
                      <code className="text-xs">{each.cells[at]}</code>
                    </Td>
                  ))}
                </tr>
              ))}
            </tbody>
          </Table>
        </div>
      )}
      {missing.length === 0 && sample.length > 0 && (
        <div className="mt-4 overflow-clip rounded-md border border-line">
          <Table label="The first rows">
            <thead>
              <tr>
                <Th numeric>Row</Th>
                {LINE_FIELDS.map((field) => (
                  <Th key={field} numeric={field === 'amount'}>
                    {FIELD_LABELS[field]}
                  </Th>
                ))}
              </tr>
            </thead>
            <tbody>
              {sample.map((line) => (
                <tr key={line.row}>
                  <Td numeric className="text-faint">
                    {line.row}
                  </Td>
                  {LINE_FIELDS.map((field) => (
                    <Td key={field} numeric={field === 'amount'}>
                      <code className="text-xs">{line[field]}</code>
                    </Td>
                  ))}
                </tr>
              ))}
            </tbody>
          </Table>
        </div>
      )}
    </Panel>
  )
}
