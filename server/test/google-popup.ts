import { randomUUID } from 'node:crypto'
import type { GoogleProof } from '#accounts/google/proof.ts'
import { returnPath } from '#accounts/public.ts'
import type { TestServer } from './harness.ts'

const HOST = 'saathi.test'
const ORIGIN = `http://${HOST}`
const requested = { client_id: 'saathi-demo', response_type: 'id_token', scope: 'openid email profile', prompt: 'select_account' }

/** Goes through the popup of the fake Google like a browser and returns its replies. */
export async function throughGooglePopup(
  { app }: Pick<TestServer, 'app'>,
  choice: Record<string, string>,
  changes: Record<string, string> = {},
) {
  const query = { ...requested, state: randomUUID(), nonce: randomUUID(), redirect_uri: ORIGIN + returnPath, ...changes }
  const cookies: Record<string, string> = {}
  const visit = async (method: 'GET' | 'POST', url: string, form?: Record<string, string>) => {
    const answer = await app.inject({
      method,
      url,
      cookies,
      headers: { host: HOST, ...(form && { 'content-type': 'application/x-www-form-urlencoded', origin: ORIGIN }) },
      ...(form && { payload: new URLSearchParams(form).toString() }),
    })
    for (const { name, value } of answer.cookies) cookies[name] = value
    return answer
  }
  const asked = await visit('GET', `/dev/google/auth?${new URLSearchParams(query)}`)
  const choosing = String(asked.headers.location)
  const page = await visit('GET', choosing)
  const chosen = await visit('POST', choosing, choice)
  const back = await visit('GET', String(chosen.headers.location))
  const [, fragment] = String(back.headers.location).split('#')
  return { query, asked, page, chosen, back, answer: new URLSearchParams(fragment) }
}

/** A fresh Google proof for a person. */
export async function googleProofOf(server: Pick<TestServer, 'app'>, email: string, name = ''): Promise<GoogleProof> {
  const { query, answer } = await throughGooglePopup(server, { email, name })
  return { idToken: answer.get('id_token') ?? '', nonce: query.nonce }
}
