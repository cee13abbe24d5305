import { Fragment } from 'react'

/** A partner field name, which may wrap between its words. */
export function FieldName({ name }: { name: string }) {
  const words = name.split(/(?<=_)(?=[A-Za-z0-9]+_)/)
  return (
    <code className="font-mono text-xs break-words">
      {words.map((word, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a name never changes its words
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {word}
        </Fragment>
      ))}
    </code>
  )
}
