/** What a receiver cannot be quicker than: the body is read, and nothing is kept. */
export async function POST(request) {
  await request.arrayBuffer()
  return new Response(null)
}
