/** Asked for anew at each request, as every page of the desk is. */
export const dynamic = 'force-dynamic'

export default function Page() {
  return (
    <main>
      <h1>A bare page</h1>
      <p>Next and React, and nothing of the desk: what no page of this version can be smaller than.</p>
    </main>
  )
}
