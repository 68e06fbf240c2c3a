type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** Fake XMLHttpRequest for uploads; answered by the fake fetch. */
export class FakeUpload extends EventTarget {
  static readonly made: FakeUpload[] = []
  static #fetch: Fetch
  static goThrough(fetch: Fetch): void {
    FakeUpload.#fetch = fetch
    window.XMLHttpRequest = FakeUpload as never
  }

  readonly upload = new EventTarget()
  status = 0
  responseText = ''
  #method = ''
  #url = ''
  readonly #headers = new Headers()
  readonly #controller = new AbortController()

  constructor() {
    super()
    FakeUpload.made.push(this)
  }

  open(method: string, url: string | URL): void {
    this.#method = method
    this.#url = String(url)
  }

  setRequestHeader(name: string, value: string): void {
    this.#headers.set(name, value)
  }

  /** Reports `loaded` of 100 bytes. */
  report(loaded: number): void {
    this.upload.dispatchEvent(new ProgressEvent('progress', { lengthComputable: true, loaded, total: 100 }))
  }

  /** Reports half at once and the rest with the reply, so without a reply it stays at 50 %. */
  send(body: XMLHttpRequestBodyInit | null): void {
    void this.#send(body)
  }

  async #send(body: XMLHttpRequestBodyInit | null): Promise<void> {
    const init = { method: this.#method, headers: this.#headers, body, signal: this.#controller.signal }
    try {
      const answering = FakeUpload.#fetch(this.#url, init)
      this.report(50)
      const response = await answering
      this.responseText = await response.text()
      this.status = response.status
      this.report(100)
      this.dispatchEvent(new ProgressEvent('load'))
    } catch {
      this.dispatchEvent(new ProgressEvent(this.#controller.signal.aborted ? 'abort' : 'error'))
    }
  }

  abort(): void {
    this.#controller.abort()
  }
}
