import type { TestServer } from '../../../test/harness.ts'

export type Upload = { bytes: Uint8Array; name?: string; type?: string; purpose?: string }

/** Sends the same bytes as a browser form. */
export async function sendUpload(
  server: TestServer,
  personId: number | null,
  { bytes, name = 'me.jpg', type = 'image/jpeg', purpose = 'profile_picture' }: Upload,
) {
  const form = new FormData()
  form.set('purpose', purpose)
  form.set('file', new File([new Uint8Array(bytes)], name, { type }))
  const encoded = new Response(form)
  const token = personId === null ? {} : { authorization: `Bearer ${await server.tokenFor(personId)}` }
  const response = await server.app.inject({
    method: 'POST',
    url: '/api/v2/files/',
    headers: { ...token, 'content-type': encoded.headers.get('content-type') ?? '' },
    payload: Buffer.from(await encoded.arrayBuffer()),
  })
  return { status: response.statusCode, body: response.json() }
}
