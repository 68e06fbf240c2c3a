type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** The browser's older request, as far as an upload uses it; it is answered where a fetch would be. */
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

  /** So many of a hundred bytes have gone up. */
  report(loaded: number): void {
    this.upload.dispatchEvent(new ProgressEvent('progress', { lengthComputable: true, loaded, total: 100 }))
  }

  /** Half of it goes up at once and the rest when the answer is there, so silence leaves it standing half-way. */
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
