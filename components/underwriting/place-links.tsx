/** Links to places of this page that a decision waits for. */
export function PlaceLinks({ places }: { places: readonly { id: string; label: string }[] }) {
  return (
    <ul className="list-disc ps-5">
      {places.map(({ id, label }) => (
        <li key={id} className="break-words">
          <a href={`#${id}`} className="inline-block py-1 underline">
            <bdi>{label}</bdi>
          </a>
        </li>
      ))}
    </ul>
  )
}
