/** A body as text in a box that scrolls, by keyboard as well. */
export function BodyText({ label, text }: { label: string; text: string }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable with the keyboard
      tabIndex={0}
      className="max-h-[70vh] overflow-auto rounded-md border border-line bg-sunken"
    >
      <pre className="p-3 font-mono text-xs break-words whitespace-pre-wrap">
        <bdi>{text}</bdi>
      </pre>
    </section>
  )
}
