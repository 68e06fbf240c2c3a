/** Where the popup goes, as the system status names it; paths are of our own server. */
export type GoogleSettings = { clientId: string; authorizationUrl: string; redirectUri: string }
/** What the server believes: the token, and what we had asked Google to repeat in it. */
export type GoogleProof = { idToken: string; nonce: string }
export type PopupEnd = 'cancelled' | 'late' | 'failed' | 'dropped'

export class PopupError extends Error {
  override readonly name = 'PopupError'
  readonly end: PopupEnd
  constructor(end: PopupEnd) {
    super(`The Google window ended: ${end}.`)
    this.end = end
  }
}

const patienceMs = 5 * 60_000
const lookEveryMs = 300
/** The answer may be on its way from a window that is already gone. */
const graceMs = 2_000

type Waiting = {
  signal: AbortSignal
  /**
   * The window seems closed. It may also have been parted from us on its way through other sites, which looks the same
   * from here; so an answer that comes all the same is still taken.
   */
  onClosed: () => void
}

/** Leads the window to Google and waits for what our return page hears there. */
export function askGoogle(popup: Window, google: GoogleSettings, { signal, onClosed }: Waiting): Promise<GoogleProof> {
  const state = randomText()
  const nonce = randomText()
  return new Promise((resolve, reject) => {
    // Nobody else can listen or speak here: its name is known to this page and, by Google, to that window alone.
    const channel = new BroadcastChannel(`saathi.google.${state}`)
    let isClosed = false
    let grace: ReturnType<typeof setTimeout> | undefined
    const watch = setInterval(() => {
      if (!popup.closed) return
      clearInterval(watch)
      grace = setTimeout(() => {
        isClosed = true
        onClosed()
      }, graceMs)
    }, lookEveryMs)
    const late = setTimeout(() => fail(isClosed ? 'dropped' : 'late'), patienceMs)
    const handleAbort = () => fail('dropped')

    function finish() {
      clearInterval(watch)
      clearTimeout(grace)
      clearTimeout(late)
      signal.removeEventListener('abort', handleAbort)
      channel.close()
      popup.close()
    }
    function fail(end: PopupEnd) {
      finish()
      reject(new PopupError(end))
    }

    signal.addEventListener('abort', handleAbort)
    channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
      const answer = readAnswer(data)
      if (answer?.state !== state) return
      channel.postMessage({ taken: state })
      if (answer.idToken === null) return fail(answer.error === 'access_denied' ? 'cancelled' : 'failed')
      finish()
      resolve({ idToken: answer.idToken, nonce })
    })
    popup.location.replace(authorizationHref(google, { state, nonce }))
  })
}

function authorizationHref({ clientId, authorizationUrl, redirectUri }: GoogleSettings, own: Record<string, string>): string {
  const url = new URL(authorizationUrl, location.origin)
  const parameters = {
    client_id: clientId,
    response_type: 'id_token',
    scope: 'openid email profile',
    redirect_uri: new URL(redirectUri, location.origin).href,
    // Several people may share a phone; whoever signs in chooses who they are.
    prompt: 'select_account',
    ...own,
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}

function readAnswer(data: unknown): { state: string; idToken: string | null; error: string | null } | null {
  if (typeof data !== 'object' || data === null) return null
  const { state, idToken = null, error = null }: { state?: unknown; idToken?: unknown; error?: unknown } = data
  if (typeof state !== 'string') return null
  return { state, idToken: typeof idToken === 'string' ? idToken : null, error: typeof error === 'string' ? error : null }
}

function randomText(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(24)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
