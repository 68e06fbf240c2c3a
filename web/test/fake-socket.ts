/** Stands in for the live line: a test opens it, speaks on it and hears what the page says. */
export class FakeSocket extends EventTarget {
  static readonly OPEN = 1
  static readonly made: FakeSocket[] = []
  /** Plays what is behind the lines, where a test has somebody for it. */
  static server: { met: (line: FakeSocket) => void; heard: (line: FakeSocket, said: unknown) => void } | null = null
  readonly url: string
  readonly sent: unknown[] = []
  readyState = 0

  constructor(url: string | URL) {
    super()
    this.url = String(url)
    FakeSocket.made.push(this)
    // As a real line, it is there a moment after it was asked for.
    queueMicrotask(() => FakeSocket.server?.met(this))
  }

  open(): void {
    this.readyState = FakeSocket.OPEN
    this.dispatchEvent(new Event('open'))
  }

  say(event: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(event) }))
  }

  send(data: string): void {
    const said: unknown = JSON.parse(data)
    this.sent.push(said)
    FakeSocket.server?.heard(this, said)
  }

  close(): void {
    if (this.readyState === 3) return
    this.readyState = 3
    this.dispatchEvent(new Event('close'))
  }
}
