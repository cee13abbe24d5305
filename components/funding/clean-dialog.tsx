'use client'

import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import type { ColumnCleaning } from '@/lib/domain/funding/clean-cells'
import { cleaningWords, visible } from './cleaning-words'

const SHOWN = 5

/** Previews a column without what a spreadsheet left in it. Loaded when it is first opened. */
export default function CleanDialog({
  cleaning,
  cellOf,
  onClean,
  onClose,
}: {
  cleaning: ColumnCleaning
  cellOf: (row: number) => string
  onClean: () => void
  onClose: () => void
}) {
  const { cleaned } = cleaning
  const samples = [...cleaned].slice(0, SHOWN)
  return (
    <Dialog
      open
      onClose={onClose}
      title={`${cleaningWords(cleaning)}?`}
      description={`${
        cleaning.field === 'amount'
          ? 'Currency signs, thousands separators, spaces and invisible characters are removed.'
          : 'Spaces around the value, invisible characters and “.0” at the end are removed.'
      } You can undo it in one step.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            onClick={() => {
              onClean()
              onClose()
            }}
          >
            {cleaningWords(cleaning)}
          </Button>
        </>
      }
    >
      <table className="w-full text-sm">
        <thead>
          <tr className="text-xs text-muted">
            <th className="py-1 pe-3 text-start font-medium">Row</th>
            <th className="py-1 pe-3 text-start font-medium">Now</th>
            <th className="py-1 text-start font-medium">Cleaned</th>
          </tr>
        </thead>
        <tbody>
          {samples.map(([row, after]) => (
            <tr key={row} className="border-t border-line">
              <td className="py-1 pe-3 text-muted tabular-nums">{row}</td>
              <td className="py-1 pe-3 font-mono break-all whitespace-pre-wrap">{visible(cellOf(row))}</td>
              <td className="py-1 font-mono break-all">{after}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {cleaned.size > samples.length && (
        <p className="mt-2 text-sm text-muted">
          and {(cleaned.size - samples.length).toLocaleString('en-US')} more
        </p>
      )}
    </Dialog>
  )
}
