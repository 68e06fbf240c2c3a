type Reply = { status?: number; body: object }

/** The /dev calls are not in the contract, so they are answered here. */
export function answerDev(replies: Record<string, Reply>) {
  const product = window.fetch
  const sent: unknown[] = []
  window.fetch = async (input, init) => {
    const request = new Request(input, init)
    const reply = replies[new URL(request.url).pathname]
    if (!reply) return product(input, init)
    if (request.method === 'POST') sent.push(await request.json())
    return Response.json(reply.body, { status: reply.status ?? 200 })
  }
  return sent
}
