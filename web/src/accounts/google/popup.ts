/** Popup settings from the system status; paths are relative to our own server. */
export type GoogleSettings = { clientId: string; authorizationUrl: string; redirectUri: string }
/** The ID token, and the nonce we asked Google to repeat in it. */
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

const timeoutMs = 5 * 60_000
const pollEveryMs = 300
/** The reply may still be in flight when the window has closed. */
const graceMs = 2_000

type PopupOptions = {
  signal: AbortSignal
  /**
   * The window seems closed. It may also have been detached while passing through other sites, which looks the same from
   * here, so a later reply is still accepted.
   */
  onClosed: () => void
}

/** Sends the window to Google and waits for the reply from our return page. */
export function requestGoogleToken(
  popup: Window,
  google: GoogleSettings,
  { signal, onClosed }: PopupOptions,
): Promise<GoogleProof> {
  const state = randomText()
  const nonce = randomText()
  return new Promise((resolve, reject) => {
    // The channel name is secret: only this page and, through Google, the popup know it.
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
    }, pollEveryMs)
    const late = setTimeout(() => fail(isClosed ? 'dropped' : 'late'), timeoutMs)
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
      const reply = readReply(data)
      if (reply?.state !== state) return
      channel.postMessage({ taken: state })
      if (reply.idToken === null) return fail(reply.error === 'access_denied' ? 'cancelled' : 'failed')
      finish()
      resolve({ idToken: reply.idToken, nonce })
    })
    popup.location.replace(authorizationHref(google, { state, nonce }))
  })
}

function authorizationHref({ clientId, authorizationUrl, redirectUri }: GoogleSettings, secrets: Record<string, string>): string {
  const url = new URL(authorizationUrl, location.origin)
  const parameters = {
    client_id: clientId,
    response_type: 'id_token',
    scope: 'openid email profile',
    redirect_uri: new URL(redirectUri, location.origin).href,
    // Several people may share a phone, so always let them choose the account.
    prompt: 'select_account',
    ...secrets,
  }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  return url.href
}

function readReply(data: unknown): { state: string; idToken: string | null; error: string | null } | null {
  if (typeof data !== 'object' || data === null) return null
  const { state, idToken = null, error = null }: { state?: unknown; idToken?: unknown; error?: unknown } = data
  if (typeof state !== 'string') return null
  return { state, idToken: typeof idToken === 'string' ? idToken : null, error: typeof error === 'string' ? error : null }
}

function randomText(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(24)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
